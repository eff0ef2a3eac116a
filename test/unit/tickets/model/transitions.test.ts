import assert from 'node:assert/strict';
import { canSetStatus, skippedMessage, statusesFor } from '../../../../src/tickets/model/transitions.ts';

describe('The statuses offered', () => {
	const all = 'reported confirmed in_progress pending resolved';
	const cases = [
		['reported', false, all],
		['resolved', false, all],
		['something new', false, all],
		[undefined, false, all],
		['reported', true, 'reported resolved'],
		['in_progress', true, 'in_progress resolved'],
		['resolved', true, 'reported resolved'],
		['something new', true, 'resolved'],
		[undefined, true, 'reported resolved'],
	] as const;
	for (const [from, resolveOnly, to] of cases) {
		it(`from ${from ?? 'several statuses'}${resolveOnly ? ' on a forge that can only resolve' : ''} are ${to}`, () => {
			assert.equal(statusesFor(from, resolveOnly).join(' '), to);
		});
	}
});

describe('A command that sets one status', () => {
	const statuses = ['reported', 'confirmed', 'in_progress', 'pending', 'resolved'];
	for (const [to, from] of [
		['confirmed', 'reported pending'],
		['in_progress', 'reported confirmed pending'],
		['reported', 'resolved'],
		['resolved', statuses.join(' ')],
	] as const) {
		it(`leads to ${to} only from ${from}`, () =>
			assert.equal(statuses.filter((status) => canSetStatus(status, to)).join(' '), from));
	}

	it('leaves a status that is unknown here to the forge', () => {
		assert.deepEqual(
			[canSetStatus('something new', 'confirmed'), canSetStatus(undefined, 'confirmed')],
			[true, true],
		);
	});

	const pending = { ticket: 25, status: 'pending' };
	const resolved = { ticket: 27, status: 'resolved' };
	const inProgress = { ticket: 26, status: 'in_progress' };
	for (const [skipped, count, to, message] of [
		[[], 2, 'confirmed', undefined],
		[[inProgress], 1, 'confirmed', '#26 is already in progress'],
		[[pending], 1, 'reported', '#25 is already open'],
		[[inProgress], 3, 'confirmed', '1 of 3 tickets are already confirmed or further'],
		[[inProgress, resolved], 2, 'in_progress', 'All 2 tickets are already in progress or further'],
		[[pending, inProgress], 2, 'reported', 'All 2 tickets are already open'],
	] as const) {
		it(`${message === undefined ? 'says nothing if it leaves no ticket out' : `says "${message}"`}`, () =>
			assert.equal(skippedMessage(skipped, count, to), message));
	}
});
