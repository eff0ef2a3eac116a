import assert from 'node:assert/strict';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { documents, FakeDocument, takeCalls } from '../../../kit/window/editor.ts';
import { anEmail } from '../state/an-email.ts';

const vscode = await import('vscode');
const { languageOf, OriginalMails, pathOf, showOriginal } = await import(
	'../../../../src/patches/commands/original-mails.ts'
);

describe('The tab of an original mail', () => {
	it('is named by the subject, shortened, with whole characters and without those that hide or reorder it', () => {
		assert.equal(pathOf(' [PATCH 1/2] a/b:\tfix "c" '), '/[PATCH 1 2] a b fix  c.eml');
		assert.equal(pathOf(' '), '/mail.eml');
		assert.equal(pathOf('Fix \u202elme.exe\u200b'), '/Fix ‹U+202E›lme.exe‹U+200B›.eml');
		assert.equal(pathOf('😀'.repeat(90)), `/${'😀'.repeat(80)}….eml`);
	});

	it('is replaced by the next one', async () => {
		const uri = vscode.Uri.from({ scheme: 'tildeforge-mail', path: '/Hi.eml', query: '["ana",7]' });
		documents.push(new FakeDocument(uri, 'Subject: Hi\n\nText\n', assert.fail));
		await showOriginal({ account: 'ana', owner: '~ana', list: 'editor-devel', mail: 7 }, 'Hi');
		assert.deepEqual(takeCalls(), ['show: /Hi.eml: {"preview":true}']);
	});

	it('has the colors of a diff if the mail has one', () => {
		assert.equal(languageOf('Subject: a\n\nb\n---\n\ndiff --git a/x b/x\n'), 'diff');
		assert.equal(languageOf('Subject: a\n\n--- x\n+++ x\n@@ -1 +1 @@\n'), 'diff');
		assert.equal(languageOf('Subject: a\n\n> @@ -1 +1 @@\nWhy? See diff --git.\n'), undefined);
	});
});

for (const quirks of [[], allQuirks]) {
	describe(`An original mail of a ${quirks.length > 0 ? 'server that deviates from the contract' : 'list'}`, () => {
		const { open } = demoLists(quirks);

		/** Opens a window with the original mails. `first` is the first mail of the list. */
		async function openMails(folder?: string) {
			const window = await open({ ...(folder !== undefined && { folder }) });
			const cache = await window.cache('ana', 'editor-devel');
			await cache.refresh();
			const first = Math.min(...cache.mails.keys());
			const mails = new OriginalMails(window.lists);
			const read = (mail: number, account = 'ana') =>
				mails.content(vscode.Uri.from({ scheme: 'tildeforge-mail', query: JSON.stringify([account, mail]) }));
			const store = window.lists.of('ana')?.series.mails ?? assert.fail();
			return { ...window, first, read, store };
		}

		it('is read once, and then from the disk, with its headers and without carriage returns', async () => {
			const { asked, folder, forget, first, read, store } = await openMails();
			forget();
			const text = await read(first);
			assert.equal(asked().length, 1);
			assert.match(text, /^(?:[\w-]+: .*\n)*Message-ID: <.*>\n/i);
			assert.match(text, /\n\n/);
			assert.ok(!text.includes('\r'));
			await store.settled();
			assert.equal(await read(first), text);
			assert.equal(asked().length, 1);
			const later = await openMails(folder);
			later.forget();
			assert.equal(await later.read(first), text);
			assert.deepEqual(later.asked(), []);
		});

		it('is missing if the forge does not have it, and after signing out', async () => {
			const { read } = await openMails();
			await assert.rejects(read(99_999), { kind: 'missing' });
			await assert.rejects(read(1, 'nobody'), { kind: 'signed-out', message: /is signed out/ });
		});
	});
}

describe('An original mail that VS Code cannot show', () => {
	const { open } = demoLists();

	it('is cut', async () => {
		const { lists } = await open();
		const { mails } = lists.of('ana')?.series ?? assert.fail();
		mails.put([anEmail(7, { envelope: `Subject: Hi\n\n${'word'.repeat(13_000_000)}` })]);
		const uri = vscode.Uri.from({ scheme: 'tildeforge-mail', query: JSON.stringify(['ana', 7]) });
		const text = await new OriginalMails(lists).content(uri);
		assert.equal(text.length, 50_000_000);
		await mails.settled();
	});
});
