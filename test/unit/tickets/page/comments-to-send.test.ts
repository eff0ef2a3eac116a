import assert from 'node:assert/strict';
import type { DraftBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { commentsToSend } from '../../../../src/tickets/page/comments-to-send.ts';
import { readMark } from '../../../../src/tickets/state/has-comment.ts';
import { draftFor } from '../state/ticket-drafts.ts';

const key = { account: 'session', owner: '~ana', tracker: 'editor', ticket: 1 };
const base = '2026-03-04T05:06:07+00:00';
const draftOf = (part: Partial<DraftBody>) => ({ ...draftFor(key, { base, ...part }), key });
const sent = (part: Partial<DraftBody>, isSent = false) => ({
	...{ draft: draftOf(part), newest: 7, at: 1, isSent },
});

describe('The changes that a draft puts into the outbox', () => {
	const draft = draftOf({ text: 'First.\n\nSecond.', status: 'resolved' });
	const pending = { change: { comment: 'First.\n\nSecond.', status: 'resolved' } as const };
	const whole = [{ key, change: { ...pending, draft: draft.body } }];

	for (const [what, last] of [
		['nothing was sent before', undefined],
		['the last draft has certainly been sent', sent({ text: 'First.' }, true)],
		['the last draft was written for another version of the ticket', sent({ text: 'First.', base: null })],
		['it has nothing of the last draft', sent({ text: 'Something else.' })],
	] as const) {
		it(`are one change if ${what}`, () => assert.deepEqual(commentsToSend(draft, pending, last), whole));
	}

	it('are a change that is looked for first and the rest, if its beginning may have been sent', () => {
		const [unsure, rest, ...others] = commentsToSend(draft, pending, sent({ text: 'First.' }));
		assert.deepEqual(
			[unsure?.change.change, readMark(unsure?.mark)],
			[{ comment: 'First.' }, { newest: 7, base }],
		);
		assert.deepEqual(rest?.change.change, { comment: 'Second.', status: 'resolved' });
		assert.equal(rest?.change.draft?.text, 'Second.');
		assert.deepEqual([rest?.mark, others], [undefined, []]);
	});

	it('are only a change that is looked for first, if nothing else is left of the draft', () => {
		const same = draftOf({ text: 'First.' });
		const all = commentsToSend(same, { change: { comment: 'First.' } }, sent({ text: 'First.' }));
		assert.deepEqual(
			all.map(({ change, mark }) => [change.change, mark !== undefined]),
			[[{ comment: 'First.' }, true]],
		);
	});

	it('have no second comment if only choices are left of the draft', () => {
		const resolved = draftOf({ text: 'First.', status: 'resolved' });
		const change = { comment: 'First.', status: 'resolved' } as const;
		const all = commentsToSend(resolved, { change }, sent({ text: 'First.' }));
		assert.deepEqual(
			all.map((one) => one.change.change),
			[{ comment: 'First.' }, { status: 'resolved' }],
		);
	});
});
