import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { describeError } from '../../../../src/platform/page/error-messages.ts';
import { changesOf } from '../../../../src/tickets/page/choices.ts';
import { emptyDraft, type ShownDraft } from '../../../../src/tickets/page/draft.ts';
import { describeConflict, describeSendError } from '../../../../src/tickets/page/send-errors.ts';
import type { Field } from '../../../../src/tickets/state/change.ts';
import { composer } from '../../media/sample.ts';
import { ticket } from './view.ts';

const wanted = (part: Partial<ShownDraft>) => changesOf({ ...emptyDraft(1), ...part }, composer);
const text = 'Applied.';
const both = { text, status: 'resolved' };

describe('The message about a conflict', () => {
	const cases: readonly (readonly [readonly Field[], object, RegExp])[] = [
		[['status'], { status: 'confirmed' }, /writing\. It is now confirmed\. Review/],
		[
			['resolution'],
			{ status: 'resolved', resolution: 'wont_fix' },
			/writing\. It is now resolved as won’t fix\. Review/,
		],
		[
			['labels'],
			{ labels: ['bug', 'odd\u202e'] },
			/writing\. Its labels are now: bug, odd‹U\+202E›\. Review/,
		],
		[['labels'], { labels: [] }, /writing\. It now has no labels\. Review/],
		[['status', 'labels'], { labels: ['bug'] }, /It is now in progress\. Its labels are now: bug\./],
	];
	for (const [fields, part, words] of cases) {
		it(`names the current value: ${JSON.stringify(part)}`, () => {
			const conflict = { kind: 'conflict', ticket: { ...ticket, ...part }, fields } as const;
			const { problem, remedy } = describeError(describeConflict(conflict, wanted(both)));
			assert.match(problem, words);
			assert.equal(remedy, 'only-comment');
			assert.equal(
				describeError(describeConflict(conflict, wanted({ status: 'resolved' }))).remedy,
				undefined,
			);
		});
	}
});

describe('A comment with other changes', () => {
	const about = (field: string) =>
		new ForgeError('refused', 'No.', { reasons: [{ field, reason: 'no' }], status: 400 });
	const cases: readonly (readonly [string, unknown, Partial<ShownDraft>, boolean])[] = [
		['may not triage', new ForgeError('forbidden', 'No.'), both, true],
		['may not comment either', new ForgeError('forbidden', 'No.'), { text }, false],
		['wrote no comment', new ForgeError('forbidden', 'No.'), { addLabels: ['new'] }, false],
		['lacks a scope', new ForgeError('forbidden', 'No.', { scopes: ['tickets:write'] }), both, false],
		['named an unknown label', about('labels'), { text, addLabels: ['new'] }, true],
		[
			'named unknown labels, as many as it removed',
			about('labels'),
			{ text, addLabels: ['new'], removeLabels: ['bug'] },
			true,
		],
		['named unknown labels to remove', about('labels'), { text, removeLabels: ['bug'] }, true],
		['chose an unknown status', about('status'), { text, status: 'pending' }, true],
		['wrote too much', about('comment'), both, false],
		['is offline', new ForgeError('offline', 'No.'), both, false],
		['met an internal error', new TypeError('x'), both, false],
	];
	for (const [reason, error, part, isOffered] of cases) {
		it(`${isOffered ? 'can' : 'cannot'} be sent alone by a user who ${reason}`, () => {
			const { problem, remedy } = describeError(describeSendError(error, wanted(part)));
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
