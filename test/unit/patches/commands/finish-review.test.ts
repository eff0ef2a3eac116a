import assert from 'node:assert/strict';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import { createReviewComments } from '../../../../src/patches/state/review/review-comments.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { takeCalls } from '../../../kit/window/editor.ts';

const { finishReview } = await import('../../../../src/patches/commands/finish-review.ts');
const { readSeriesContent } = await import('../../../../src/patches/commands/read-series-content.ts');

const key = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const whole: CommentedLines = { kind: 'whole' };

describe('Finishing a review', () => {
	const { open } = demoLists();

	/** A window in which the user has written about the patches of a series. */
	async function openReview() {
		const window = await open({ names: ['ana'] });
		await (await window.cache('ana', 'editor-devel')).refresh();
		const comments = createReviewComments(fileStorage(window.folder, window.log), window.log);
		const { content } = await readSeriesContent(window.lists, key);
		const mails = content.patches.map(({ mailId = 0 }) => mailId);
		const { patchset: _, ...list } = key;
		let count = 0;
		const write = (mail: number, text: string, lines = whole, inList = list) =>
			comments.write({
				...{ id: `c${++count}`, revision: 1, writer: 'page', base: null },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { ...inList, mail, lines },
				body: { text },
			});
		takeCalls();
		return {
			...window,
			comments,
			mails,
			list,
			write,
			finish: () => finishReview(window.lists, comments, key),
		};
	}

	it('counts the comments on the mails of the series, and no others', async () => {
		const { mails, list, write, finish } = await openReview();
		const [first = 0, second = 0] = mails;
		await write(second, 'Two.');
		await write(first, 'One.');
		await write(first, 'Three.', { kind: 'file', patch: 0, file: 0 });
		await write(first, 'Another account', whole, { ...list, account: 'bob' });
		await write(first, 'Another list', whole, { ...list, list: 'other' });
		await write(999_999, 'Another series');
		await finish();
		assert.deepEqual(takeCalls().slice(-1), ['status bar: 3 comments in 2 mails']);
	});

	it('says that there is nothing to send', async () => {
		const { finish } = await openReview();
		await finish();
		assert.deepEqual(takeCalls().slice(-1), ['information: You have no draft comments here.']);
	});
});
