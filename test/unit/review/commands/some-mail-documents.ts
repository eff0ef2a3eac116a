import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { createMailDrafts, type MailDrafts } from '../../../../src/review/state/mail-drafts.ts';
import type { WaitingMails } from '../../../../src/review/state/outbox-mail.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import type { endings } from '../../../tools/endings.ts';
import '../../../kit/window/editor.ts';

const { registerDrafts } = await import('../../../../src/platform/editor/files/register-drafts.ts');
const { MailDocuments, mailScheme } = await import('../../../../src/review/commands/mail-documents.ts');
const { MailFiles } = await import('../../../../src/review/commands/mail-files.ts');

export const noMails: WaitingMails = {
	onDidChange: () => ({ dispose: () => {} }),
	about: () => [],
	mailWith: () => undefined,
};
const { log } = readable();

/** The drafts of mails in a storage. */
export async function someDrafts(storage = memoryStorage()): Promise<MailDrafts> {
	const drafts = createMailDrafts(storage, log);
	await drafts.open();
	return drafts;
}

let current: Lifetime | undefined;

/** The mails that the user writes in the text editors of a window. */
export function someMailDocuments(
	{ drafts, mails = noMails }: { readonly drafts: MailDrafts; readonly mails?: WaitingMails },
	ending: ReturnType<typeof endings>,
) {
	// There is only one editor, so the window before has ended.
	current?.dispose();
	const files = new MailFiles(drafts);
	const accountOf = (id: string) => ({ id, name: '~ana', instance: 'forge.test' });
	const documents = new MailDocuments({ files, mails, accountOf, noteOf: async () => '' });
	const lifetime = new Lifetime();
	const kind = { scheme: mailScheme, files: async () => files, editors: async () => documents };
	registerDrafts(kind, lifetime);
	lifetime.add(documents);
	current = lifetime;
	ending(lifetime, drafts);
	return documents;
}
