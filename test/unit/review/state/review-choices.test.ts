import assert from 'node:assert/strict';
import {
	choose,
	chosenOf,
	chosenTrailers,
	ReviewChoices,
} from '../../../../src/review/state/review-choices.ts';

const [approved, revise, acked] = ['status approved', 'status needs_revision', 'trailer Acked-by'] as const;

describe('The choices for a review', () => {
	it('go with the mails that are made of them, and come back unless the user has chosen otherwise since', () => {
		for (const [since, next] of [
			[[], [acked, 'patch 1', approved, 'no mail 2']],
			[['no copy a@b.org'], ['no copy a@b.org', acked, 'patch 1', approved, 'no mail 2']],
			[['no mail 3'], ['no mail 3', acked, 'patch 1', approved]],
			[[revise], [revise, acked, 'patch 1', 'no mail 2']],
			[['trailer Tested-by'], ['trailer Tested-by', approved, 'no mail 2']],
		] as const) {
			const choices = new ReviewChoices();
			const sent = new Set<string>([acked, 'patch 1', approved, 'no mail 2']);
			choices.set('12', sent);
			choices.take('12', new Set([...sent].filter((one) => one !== approved)), 'approved');
			assert.deepEqual([...choices.of('12')], []);
			choices.set('12', new Set(since));
			// Each mail of the review gives them back.
			for (const _ of ['first', 'second']) choices.giveBack('12', [...sent]);
			assert.deepEqual([...choices.of('12')], next);
			assert.deepEqual([...choices.of('13')], []);
		}
	});

	it('are added and removed, a status in place of another one, however often', () => {
		for (const [before, choice, isChosen, after] of [
			[[], acked, true, [acked]],
			[[acked], acked, true, [acked]],
			[[acked], acked, false, []],
			[[], acked, false, []],
			[[acked, revise], approved, true, [acked, approved]],
			[[acked, approved], 'status', true, [acked]],
			[[acked, approved], 'comment', true, [approved]],
			[['patch 1', acked], 'series', true, [acked]],
			[['no mail 1'], 'mail 2', false, ['no mail 1', 'no mail 2']],
			[['no mail 1', 'no copy a@b.org'], 'mail 1', true, ['no copy a@b.org']],
			[['no copy a@b.org'], 'copy a@b.org', false, ['no copy a@b.org']],
		] as const)
			assert.deepEqual([...choose(new Set(before), choice, isChosen)], after, choice);
		assert.deepEqual(chosenTrailers(new Set(['trailer Tested-by', 'trailer Reviewed-by', approved])), [
			'Reviewed-by',
			'Tested-by',
		]);
		assert.deepEqual([...chosenOf(new Set(['patch 1', 'no copy a@b.org', acked]), 'no copy')], ['a@b.org']);
	});
});
