import assert from 'node:assert/strict';
import {
	describeChange,
	describeLabels,
	describeProgress,
	describeState,
	verbOf,
} from '../../../../src/tickets/model/describe-change.ts';
import type { RequestedChange } from '../../../../src/tickets/state/changes/change.ts';

describe('A change of a ticket, as the user reads it,', () => {
	for (const [change, text, verb] of [
		[{ status: 'confirmed' }, 'Confirmed', 'Confirming'],
		[{ status: 'in_progress' }, 'In progress', 'Changing'],
		[{ status: 'reported' }, 'Reported', 'Reopening'],
		[{ status: 'resolved', resolution: 'wont_fix' }, 'Resolved as won’t fix', 'Resolving'],
		[{ resolution: 'fixed' }, 'Resolved as fixed', 'Resolving'],
		[{ addLabels: ['bug'], removeLabels: [] }, 'add label bug', 'Labeling'],
		[
			{ status: 'confirmed', addLabels: ['a', 'b'], removeLabels: ['c'] },
			'Confirmed, add labels a and b, remove label c',
			'Confirming',
		],
		[{ assign: ['~ana', '~bob'] }, 'assign ~ana and ~bob', 'Assigning'],
		[{ unassign: ['~bob'] }, 'unassign ~bob', 'Unassigning'],
		[{ title: 'It is slow' }, 'title “It is slow”', 'Changing'],
		[{ title: 'It is \u202Eslow' }, 'title “It is ‹U+202E›slow”', 'Changing'],
		[{}, '', 'Changing'],
	] as const) {
		it(`is “${text}”, and “${verb}” while it is being made`, () => {
			assert.equal(describeChange(change), text);
			assert.equal(describeProgress(change, '#3'), `${verb} #3`);
		});
	}

	it('names the original of a duplicate', () => {
		const change = { status: 'resolved', resolution: 'duplicate', duplicateOf: '#3' };
		assert.equal(describeChange(change), 'Resolved as duplicate of #3');
		assert.equal(describeProgress(change, '2 tickets'), 'Resolving 2 tickets as duplicate of #3');
	});

	it('names the state and the labels of a ticket, with invisible characters', () => {
		assert.equal(describeState({ status: 'resolved', resolution: 'unresolved' }), 'Resolved');
		assert.equal(describeState({ status: 'pending', resolution: 'unresolved' }), 'Pending');
		assert.equal(describeLabels([]), 'no labels');
		assert.notEqual(describeLabels(['a\u202eb']), 'labels a\u202eb');
	});
});

describe('The verb for a change', () => {
	it('is that of the command if it fits any state that the ticket had', () => {
		const words: readonly (readonly [RequestedChange, string])[] = [
			[{ status: 'confirmed' }, 'confirm'],
			[{ status: 'resolved', resolution: 'fixed' }, 'resolve'],
			[{ status: 'reported' }, 'change'],
			[{ status: 'in_progress' }, 'change'],
			[{ addLabels: ['bug'] }, 'change'],
			[{ comment: 'Thank you.' }, 'comment on'],
		];
		for (const [change, deed] of words) assert.equal(verbOf(change), deed);
	});
});
