import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { Texts } from '../../src/platform/state/texts/texts.ts';
import { emptyBody } from '../../src/tickets/model/ticket-draft.ts';
import { ticketTexts } from '../../src/tickets/state/changes/text-format.ts';
import { openExtension } from '../kit/window/extension-window.ts';
import { until } from '../tools/until.ts';

// A window without an editor, with the page of a ticket whose account is signed out. Prints what the page shows of a draft of another
// window, and what is on the disk when the extension has been deactivated.
const [, , storage = ''] = process.argv;

// Files cannot be watched here, as on some network drives.
const watched: string[] = [];
fs.watch = (path: fs.PathLike) => {
	watched.push(String(path));
	throw new Error('made to fail');
};
syncBuiltinESMExports();

const window = await openExtension(storage);
const key = { account: 'session', owner: '~ana', tracker: 'editor', ticket: 7 };
const { id, posted, ask } = await window.openPage(key);
let revision = 1;
const type = (text: string) => {
	revision += 1;
	const version = { id: 'text', revision, base: { revision: 1, writer: 'other' }, writer: 'page' };
	return ask('draft', { page: id, at: null, text: { ...version, body: { ...emptyBody, text } } });
};
/** The text of the draft that the page shows. */
const shown = (): unknown =>
	posted
		.map((message) => Reflect.get(message, 'snapshot')?.editing?.[0]?.body.text)
		.findLast((text) => text !== undefined);

const log = new Log(createRecordWriter({ write: () => {} }, new Secrets()));
const stored = fileStorage(join(storage, 'texts'), log);
const other = new Texts({ storage: stored, format: ticketTexts, log });
await other.write({
	...{ id: 'text', revision: 1, base: null, writer: 'other' },
	account: { id: key.account, name: '', instance: '' },
	key,
	body: { ...emptyBody, text: 'By another window.' },
});
for (const focused of [false, true]) window.changeFocus(focused);
await until(() => shown() !== undefined).catch(() => {});
const seen = shown();

await until(type('The last word').answered, { what: 'the draft is saved' });
type('The last words.');
// Lets the page's message reach the drafts.
await new Promise(setImmediate);
await window.close();
// Synchronous, so that nothing is written meanwhile.
const folder = join(storage, 'texts', 'texts');
const kept = fs.readdirSync(folder).filter((name) => !name.startsWith('.') && /^[^.]+$/.test(name));
const texts = kept.map((name) => JSON.parse(fs.readFileSync(join(folder, name), 'utf8')).body.text);
process.stdout.write(`\n${JSON.stringify({ seen, texts, watched: watched.map((path) => basename(path)) })}`);
process.exit();
