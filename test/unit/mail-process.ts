import { join } from 'node:path';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { createMailDrafts } from '../../src/review/state/mail-drafts.ts';
import { openExtension } from '../kit/window/extension-window.ts';
import { aMail, asDraft } from './review/commands/a-mail.ts';

// A window without an editor and without an account, in which a mail of the last session is open. Prints what VS Code reads for its tab, and
// what is on the disk after it has saved a later text there.
const [, , storage = ''] = process.argv;

const onDisk = async () => {
	const log = new Log(() => {});
	const drafts = createMailDrafts(fileStorage(join(storage, 'mail-drafts'), log), log);
	await drafts.open();
	return drafts;
};
const before = await onDisk();
await asDraft(before, aMail(1));
await before.settled();

const { fileSystems } = await openExtension(storage);
const files = fileSystems.get('tildeforge-draft');
const uri = {
	scheme: 'tildeforge-draft',
	path: '/Mail to ~ana/editor-devel/Re: Mail 1.eml',
	query: 'd',
} as never;
const read = new TextDecoder().decode(await files?.readFile(uri));
await files?.writeFile(uri, new TextEncoder().encode(`${read}More.\n`), { create: false, overwrite: true });
const [kept] = (await onDisk()).editing;
process.stdout.write(`\n${JSON.stringify([read, kept?.body.text])}`);
process.exit();
