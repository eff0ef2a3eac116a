import assert from 'node:assert/strict';
import { notOnList, sentLabel, waitingState } from '../../../../src/review/page/sent-comments.ts';
import type { ReviewComment } from '../../../../src/review/state/review-comments.ts';
import { noMails } from '../../../kit/pages/no-mails.ts';
import { aMailEntry } from '../a-mail-entry.ts';

describe('A comment that was sent', () => {
	it('is being sent, or says why not', () => {
		const nothing = { isProblem: false, entry: '', button: '', discard: '' };
		for (const state of [{ kind: 'pending' }, { kind: 'sending', since: 0 }] as const)
			assert.deepEqual(waitingState(aMailEntry(state), 0), { text: 'Being sent…', ...nothing });
		assert.deepEqual(
			waitingState(aMailEntry({ kind: 'waiting', reason: 'No network.', mayBeDone: false }), 0),
			{
				...{ text: 'Waiting. No network.', isProblem: false },
				...{ entry: 'one', button: 'Send Now', discard: 'Discard' },
			},
		);
		assert.deepEqual(waitingState(aMailEntry({ kind: 'refused', reason: 'No.', mayBeDone: false }), 0), {
			...{ text: 'Not sent. No.', isProblem: true },
			...{ entry: 'one', button: 'Send Again', discard: 'Discard' },
		});
	});

	it('is not on the list yet, and after some time that is a problem', () => {
		const body = { text: 'a', sentIn: '<1@x>' };
		const comment = { saved: Date.parse('2026-11-27T08:00:00Z'), body } as ReviewComment;
		const withMail = { ...comment, body: { ...body, mail: {} } };
		const textAfter = (minutes: number, sent = [comment, withMail]) =>
			notOnList(comment, sent, comment.saved + minutes * 60_000, 'UTC');
		assert.deepEqual(
			[textAfter(14).text, textAfter(14).isProblem, textAfter(14).entry],
			['Sent 08:00, not on the list yet', false, ''],
		);
		assert.match(textAfter(16).text, /^Sent 08:00, but not on the list\. It may be waiting for a moderator/);
		const { isProblem, entry: mail, button, discard } = textAfter(16);
		assert.deepEqual([isProblem, mail, button, discard], [true, '<1@x>', 'Send Again', 'Stop Waiting']);
		const lost = textAfter(16, [comment]);
		assert.deepEqual([lost.isProblem, lost.entry, lost.button], [true, '', ''], 'the mail is not kept');
	});

	it('has a label in editors', () => {
		const labelOf = (state: 'editing' | 'sent', mail?: ReturnType<typeof aMailEntry>) =>
			sentLabel({ id: 'a', state } as ReviewComment, { ...noMails, mailWith: () => mail }, 0);
		assert.equal(labelOf('editing'), '');
		assert.equal(labelOf('editing', aMailEntry({ kind: 'sending', since: 0 })), 'Sending');
		const waiting = { kind: 'waiting', reason: 'No network.', mayBeDone: false } as const;
		assert.equal(labelOf('editing', aMailEntry(waiting)), 'Waiting');
		assert.equal(labelOf('sent'), 'Not on the list yet');
	});
});
