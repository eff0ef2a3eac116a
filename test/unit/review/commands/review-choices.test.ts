import assert from 'node:assert/strict';
import type { SettableStatus } from '../../../../src/patches/state/status/status-outbox-format.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { ReviewChoices } from '../../../../src/review/commands/review-choices.ts';

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const other = { ...series, patchset: 13 };

interface Case {
	readonly what: string;
	/** The earlier choices of the user, with the status that was offered to them. */
	readonly chosen: readonly (readonly [options: readonly string[], offered?: SettableStatus])[];
	readonly returned?: SettableStatus;
	readonly next: readonly string[];
}

const cases: readonly Case[] = [
	{ what: 'nothing at first', chosen: [], next: [] },
	{ what: 'what they have chosen last', chosen: [[['approved']], [['Acked-by']]], next: ['Acked-by'] },
	{ what: 'a status that is returned', chosen: [], returned: 'approved', next: ['approved'] },
	{
		what: 'a status that was not offered with their last choice, too',
		chosen: [[['Acked-by']]],
		returned: 'approved',
		next: ['Acked-by', 'approved'],
	},
	{
		what: 'no status that they have removed, also if it was not offered for another mail since',
		chosen: [[[], 'approved'], [['Acked-by']]],
		returned: 'approved',
		next: ['Acked-by'],
	},
	{
		what: 'the status that they have chosen instead',
		chosen: [[['needs_revision']]],
		returned: 'approved',
		next: ['needs_revision'],
	},
];

describe('The choices for a review', () => {
	for (const { what, chosen, returned, next } of cases)
		it(`are ${what}`, () => {
			const choices = new ReviewChoices();
			for (const [options, offered] of chosen) choices.set(series, { chosen: new Set(options) }, offered);
			assert.deepEqual([...choices.chosenFor(series, returned)], next);
			assert.deepEqual([...choices.chosenFor(other, undefined)], []);
			choices.delete(idOfSeries(series));
			assert.deepEqual([...choices.chosenFor(series, undefined)], []);
		});

	it('are also whom they have left out', () => {
		const choices = new ReviewChoices();
		choices.set(series, { chosen: new Set(), leftOut: new Set(['bob@example.org']) }, undefined);
		choices.set(series, { chosen: new Set(['Acked-by']) }, undefined);
		assert.deepEqual([...choices.leftOut(series)], ['bob@example.org']);
		assert.deepEqual([...choices.leftOut(other)], []);
		choices.delete(idOfSeries(series));
		assert.deepEqual([...choices.leftOut(series)], []);
	});
});
