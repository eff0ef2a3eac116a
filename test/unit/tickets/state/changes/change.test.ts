import assert from 'node:assert/strict';
import {
	conflictingFields,
	isSameTicket,
	type RequestedChange,
	remainingChange,
} from '../../../../../src/tickets/state/changes/change.ts';

describe('What is left of a change', () => {
	const ticket = {
		...{ status: 'confirmed', resolution: 'unresolved', labels: ['bug', 'easy'], title: 'It is slow' },
		assignees: [{ canonical_name: '~bob', name: 'bob' }],
	};
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
		[
			'only the users who are not assigned yet, or still are',
			{ assign: ['~bob', '~ana'], unassign: ['~bob', '~dan'] },
			{ assign: ['~ana'], unassign: ['~bob'] },
		],
		['another title', { title: 'It is fast' }, { title: 'It is fast' }],
		['not the title that the ticket has', { title: 'It is slow' }, {}],
		['the comment, unless it is empty', { comment: 'Yes.' }, { comment: 'Yes.' }],
		['no empty comment', { comment: '' }, {}],
	] as const satisfies readonly (readonly [string, RequestedChange, RequestedChange])[])
		it(`is ${what}`, () => assert.deepEqual(remainingChange(ticket, change), left));
});

describe('A change of a title', () => {
	const seen = { status: 'reported', resolution: 'unresolved', labels: [], title: 'Old' };
	for (const [what, now, conflicts] of [
		['another user has changed it otherwise', 'Other', ['title']],
		['another user has changed it in the same way', 'New', []],
		['it is as the user saw it', 'Old', []],
	] as const)
		it(`${conflicts.length > 0 ? 'conflicts' : 'does not conflict'} if ${what}`, () =>
			assert.deepEqual(conflictingFields(seen, { ...seen, title: now }, { title: 'New' }), conflicts));
});

describe('Two tickets with the same number', () => {
	const created = '2026-03-05T12:00:00.600Z';
	for (const [what, other, isSame] of [
		['the time has no fraction', '2026-03-05T12:00:00Z', true],
		['the time is rounded', '2026-03-05T12:00:01+00:00', true],
		['the forge does not say when it was created', '', true],
		['the forge sends no time', 'today', true],
		['the other one was created later', '2026-03-05T12:00:03Z', false],
	] as const)
		it(`${isSame ? 'are one' : 'are two'} if ${what}`, () => {
			assert.equal(isSameTicket({ created }, { created: other }), isSame);
			assert.equal(isSameTicket({ created: other }, { created }), isSame);
		});
});
