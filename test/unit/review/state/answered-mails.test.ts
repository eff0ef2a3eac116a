import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { CommentKey } from '../../../../src/patches/model/review-comment.ts';
import { commentsByMail } from '../../../../src/review/state/answered-mails.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const written = (id: string, key: Omit<CommentKey, 'lines'>) => ({
	...{ id, revision: 1, writer: 'page', base: null, body: { text: id } },
	account: { id: 'ana', name: '~ana', instance: 'forge.test' },
	key: { ...key, lines: { kind: 'whole' as const } },
});

describe('The comments of a review', () => {
	it('are the drafts about the mails of a list, by mail', async () => {
		const { log } = readable();
		const comments = createReviewComments(memoryStorage(), log);
		for (const [id, of] of [
			['a', 2],
			['b', 1],
			['c', 1],
			['d', 7],
		] as const)
			await comments.write(written(id, { ...list, mail: of }));
		await comments.write(written('e', { ...list, account: 'bob', mail: 1 }));
		await comments.write(written('f', { ...list, list: 'other', mail: 1 }));
		await comments.write(written('g', { ...list, mail: 3 }));
		await comments.discard('g');
		const found = commentsByMail(list, comments.editing);
		comments.dispose();
		assert.deepEqual(
			[...found].map(([mail, about]) => [mail, about.map(({ id }) => id).toSorted()]).toSorted(),
			[
				[1, ['b', 'c']],
				[2, ['a']],
				[7, ['d']],
			],
		);
	});
});
