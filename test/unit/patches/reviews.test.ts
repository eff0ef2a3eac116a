import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Reviews } from '../../../src/patches/reviews.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import { demoLists } from '../../kit/forge/demo-lists.ts';

describe('The parts of reviews', () => {
	const { open } = demoLists();

	it('know the comments that are not sent, and when that changes', async () => {
		const { lists, folder, log, statuses } = await open();
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
			const before = changes;
			await comments.discard('a');
			assert.deepEqual([drafts.all().length, changes], [0, before]);
			assert.deepEqual((await reviews.mails()).outbox.entries, []);
		} finally {
			lifetime.dispose();
		}
	});
});
