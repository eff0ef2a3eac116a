import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Disposable } from '../../../../../src/base/disposable.ts';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import {
	type DiffDocument,
	formatDocument,
} from '../../../../../src/patches/model/side-texts/document-address.ts';
import { openDiffDocuments } from '../../../../../src/patches/state/documents/diff-documents.ts';
import { describeEntry } from '../../../../../src/platform/state/outbox/described-entry.ts';
import { mailKind } from '../../../../../src/review/state/mail-words.ts';
import type { DescribedMail, MailEntry } from '../../../../../src/review/state/outbox-mail.ts';
import { createReviewComments } from '../../../../../src/review/state/review-comments.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../../kit/mails/read-summary.ts';
import type { Name } from '../../../../kit/window/demo-window.ts';
import { documentEvents, documents, FakeDocument } from '../../../../kit/window/editor.ts';

const { Uri } = await import('vscode');
const { DiffThreads } = await import('../../../../../src/review/commands/diff-threads/diff-threads.ts');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

/** A forge with the demo world. `open` opens a window in which diff editors show the third version of *Wrap long lines*. */
export function diffEditors() {
	const { open, forge } = demoLists();
	const ending: Disposable[] = [];
	const close = () => {
		for (const one of ending.splice(0)) one.dispose();
		documents.splice(0);
	};
	afterEach(close);

	/** `name`: the user. */
	async function openWindow(name: Name = 'ana') {
		const window = await open({ names: [name] });
		const { lists, folder, log } = window;
		const cache = await window.cache(name, 'editor-devel');
		await cache.refresh();
		const account = lists.of(name) ?? assert.fail();
		const series = { ...ofPatchset(12), account: name };
		const { version } = await account.series.readVersion(series, new AbortController().signal);
		const mails = version?.patches.map(({ mail }) => mail) ?? [];
		const texts = openDiffDocuments(lists, () => async () => undefined, log);
		const comments = createReviewComments(fileStorage(join(folder, 'reviews'), log), log);
		await comments.open();
		const mailChanges = new Emitter<void>();
		let waiting: DescribedMail | undefined;
		const outbox = { onDidChange: mailChanges.event, about: () => [], mailWith: () => waiting };
		const threads = new DiffThreads({ lists, documents: texts, comments, mails: outbox, log });
		ending.push(threads, comments, mailChanges);
		return {
			...{ ...window, cache, mails, texts, comments, threads },
			/** The outbox has a mail with all comments, or no mail. */
			setOutbox: (entry: MailEntry | undefined) => {
				waiting = entry && describeEntry(mailKind, entry);
				mailChanges.fire();
			},
			/** VS Code shows a document. */
			show: async (document: DiffDocument, path = '/x.c'): Promise<FakeDocument> => {
				const uri = Uri.from({ scheme: 'tildeforge-patch', path, query: formatDocument(document) });
				const shown = new FakeDocument(uri, await texts.text(document), () => {});
				documents.push(shown);
				documentEvents.opened.fire(shown);
				return shown;
			},
			/** The only file of a patch. */
			file: (patch: number) => ({ ...list, account: name, mail: mails[patch]?.id ?? 0, patch: 0, file: 0 }),
		};
	}
	return { open: openWindow, forge, close };
}
