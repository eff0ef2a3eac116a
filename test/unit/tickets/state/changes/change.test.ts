import assert from 'node:assert/strict';
import { type Change, remainingChange } from '../../../../../src/tickets/state/changes/change.ts';

describe('What is left of a change', () => {
	const ticket = { status: 'confirmed', resolution: 'unresolved', labels: ['bug', 'easy'] };
	for (const [what, change, left] of [
		['nothing that the ticket has', { status: 'confirmed', addLabels: ['bug'], removeLabels: ['wip'] }, {}],
		[
			'only the labels that the ticket does not have',
			{ addLabels: ['bug', 'wip'] },
			{ addLabels: ['wip'], removeLabels: [] },
		],
		[
			'only the labels to remove that the ticket has',
			{ removeLabels: ['easy', 'wip'] },
			{ addLabels: [], removeLabels: ['easy'] },
		],
		[
			'another status with its resolution',
			{ status: 'resolved', resolution: 'fixed' },
			{ status: 'resolved', resolution: 'fixed' },
		],
		['the comment, unless it is empty', { comment: 'Yes.' }, { comment: 'Yes.' }],
		['no empty comment', { comment: '' }, {}],
	] as const satisfies readonly (readonly [string, Change, Change])[])
		it(`is ${what}`, () => assert.deepEqual(remainingChange(ticket, change), left));
});
