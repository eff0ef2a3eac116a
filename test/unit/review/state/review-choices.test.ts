import assert from 'node:assert/strict';
import type { SettableStatus } from '../../../../src/patches/state/status/status-outbox-format.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import {
	chosenOf,
	chosenTrailers,
	ReviewChoices,
	toggle,
} from '../../../../src/review/state/review-choices.ts';

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const other = { ...series, patchset: 13 };

interface Case {
	readonly what: string;
	/** The earlier choices of the user, with the status that was offered to them. */
	readonly chosen: readonly (readonly [options: readonly string[], offered?: SettableStatus])[];
	readonly returned?: SettableStatus;
	readonly next: readonly string[];
}

const [approved, revise, acked] = ['status approved', 'status needs_revision', 'trailer Acked-by'] as const;

const cases: readonly Case[] = [
	{ what: 'nothing at first', chosen: [], next: [] },
	{ what: 'what they have chosen last', chosen: [[[approved]], [[acked]]], next: [acked] },
	{ what: 'a status that is returned', chosen: [], returned: 'approved', next: [approved] },
	{
		what: 'a status that was not offered with their last choice, too',
		chosen: [[[acked]]],
		returned: 'approved',
		next: [acked, approved],
	},
	{
		what: 'no status that they have removed, also if it was not offered for another mail since',
		chosen: [[[], 'approved'], [[acked]]],
		returned: 'approved',
		next: [acked],
	},
	{
		what: 'the status that they have chosen instead',
		chosen: [[[revise]]],
		returned: 'approved',
		next: [revise],
	},
];

describe('The choices for a review', () => {
	for (const { what, chosen, returned, next } of cases)
		it(`are ${what}`, () => {
			const choices = new ReviewChoices();
			for (const [options, offered] of chosen) choices.set(series, new Set(options), offered);
			assert.deepEqual([...choices.of(series, returned)], next);
			assert.deepEqual([...choices.of(other, undefined)], []);
			choices.delete(idOfSeries(series));
			assert.deepEqual([...choices.of(series, undefined)], []);
		});

	it('are added and removed, a status in place of another one', () => {
		for (const [before, choice, after] of [
			[[], acked, [acked]],
			[[acked], acked, []],
			[[acked, revise], approved, [acked, approved]],
			[[acked, approved], 'status', [acked]],
			[[acked, revise], 'comment', []],
			[[acked, approved], 'comment', [approved]],
			[['patch 1', acked], 'series', [acked]],
			[['no mail 1'], 'no mail 2', ['no mail 1', 'no mail 2']],
		] as const)
			assert.deepEqual([...toggle(new Set(before), choice)], after, choice);
		assert.deepEqual(chosenTrailers(new Set(['trailer Tested-by', 'trailer Reviewed-by', approved])), [
			'Reviewed-by',
			'Tested-by',
		]);
		assert.deepEqual([...chosenOf(new Set(['patch 1', 'no copy a@b.org', acked]), 'no copy')], ['a@b.org']);
	});
});
