import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { describeError } from '../../../../src/platform/page/error-messages.ts';
import { errorOf } from '../../../../src/tickets/page/send-errors.ts';
import type { Change } from '../../../../src/tickets/state/changes/change.ts';

const comment = 'Applied.';
const both: Change = { comment, status: 'resolved' };
const failed = (error: unknown) => ({ kind: 'failed', error, mayBeDone: false }) as const;

describe('The message about a conflict', () => {
	it('names the current values, and offers to send the comment alone', () => {
		const conflict = { kind: 'conflict', theirs: 'Resolved as fixed, labels bug' } as const;
		const { problem, remedy } = describeError(errorOf(conflict, both));
		assert.match(problem, /writing\. It is now: Resolved as fixed, labels bug\. Review/);
		assert.equal(remedy, 'only-comment');
		assert.equal(describeError(errorOf(conflict, { status: 'resolved' })).remedy, undefined);
	});
});

describe('A comment with other changes', () => {
	const about = (field: string) =>
		new ForgeError('refused', 'No.', { reasons: [{ field, reason: 'no' }], status: 400 });
	const cases: readonly (readonly [string, unknown, Change, boolean])[] = [
		['may not triage', new ForgeError('forbidden', 'No.'), both, true],
		['may not comment either', new ForgeError('forbidden', 'No.'), { comment }, false],
		['wrote no comment', new ForgeError('forbidden', 'No.'), { addLabels: ['new'] }, false],
		['lacks a scope', new ForgeError('forbidden', 'No.', { scopes: ['tickets:write'] }), both, false],
		['named an unknown label', about('labels'), { comment, addLabels: ['new'] }, true],
		[
			'named unknown labels, as many as it removed',
			about('labels'),
			{ comment, addLabels: ['new'], removeLabels: ['bug'] },
			true,
		],
		['named unknown labels to remove', about('labels'), { comment, removeLabels: ['bug'] }, true],
		['chose an unknown status', about('status'), { comment, status: 'pending' }, true],
		['is refused without a reason', new ForgeError('refused', 'No.', { status: 400 }), both, true],
		[
			'is refused without a field',
			new ForgeError('refused', 'No.', { reasons: [{ reason: 'You do not have permission' }], status: 400 }),
			both,
			true,
		],
		[
			'is refused without a reason after sending only a comment',
			new ForgeError('refused', 'No.', { status: 400 }),
			{ comment },
			false,
		],
		['wrote too much', about('comment'), both, false],
		['is offline', new ForgeError('offline', 'No.'), both, false],
		['met an internal error', new TypeError('x'), both, false],
	];
	for (const [reason, error, part, isOffered] of cases) {
		it(`${isOffered ? 'can' : 'cannot'} be sent alone by a user who ${reason}`, () => {
			const { problem, remedy } = describeError(errorOf(failed(error), part));
			assert.equal(remedy === 'only-comment', isOffered);
			if (error instanceof ForgeError) assert.equal(problem, 'No.');
		});
	}
});

describe('A change that failed but may have been made', () => {
	it('has no button to try again', () => {
		const unsure = new ForgeError('timeout', 'It took too long.', { mayBeDone: true });
		assert.deepEqual(describeError(unsure), { problem: 'It took too long.', mayBeDone: true });
		assert.equal(describeError(unsure.withMessage('It took very long.')).mayBeDone, true);
		assert.equal(describeError(new ForgeError('timeout', 'It took too long.')).remedy, 'again');
	});
});
