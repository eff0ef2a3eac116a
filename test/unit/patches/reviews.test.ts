import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Reviews } from '../../../src/patches/reviews.ts';
import { createReviewComments } from '../../../src/patches/state/review/review-comments.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import { fileStorage } from '../../../src/platform/state/store/files.ts';
import { demoLists } from '../../kit/forge/demo-lists.ts';

describe('The parts of reviews', () => {
	const { open } = demoLists();

	it('know the comments that are not sent, when that changes, and after the account has signed out', async () => {
		const { lists, folder, log, statuses, signOut, caches } = await open();
		const lifetime = new Lifetime();
		try {
			const window = { lifetime, log, context: { globalStorageUri: { fsPath: folder } } };
			const reviews = new Reviews(window as object as ExtensionWindow, {
				lists: async () => lists,
				statuses,
				forges: async () => ({ isTemporary: () => false }) as Partial<AccountSource> as AccountSource,
			});
			const drafts = await reviews.drafts();
			let changes = 0;
			const listening = drafts.onDidChange(() => changes++);
			const comments = await reviews.comments();
			await comments.write({
				...{ id: 'a', revision: 1, writer: 'page', base: null, body: { text: 'Why?' } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1, lines: { kind: 'whole' } },
			});
			assert.deepEqual([drafts.all().length, changes > 0], [1, true]);
			listening.dispose();
			await comments.settled();
			signOut('ana');
			await caches.remove('ana');
			const next = createReviewComments(fileStorage(join(folder, 'reviews'), log), log);
			lifetime.add(next);
			await next.open();
			assert.deepEqual(
				next.editing.map(({ body }) => body.text),
				['Why?'],
			);
			assert.equal(drafts.all().length, 1);
			const before = changes;
			await comments.discard('a');
			assert.deepEqual([drafts.all().length, changes], [0, before]);
			assert.deepEqual((await reviews.mails()).outbox.entries, []);
		} finally {
			lifetime.dispose();
		}
	});
});
