import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { idOfTicket, type TicketKey } from '../../../../src/platform/model/keys.ts';
import type { Settled } from '../../../../src/platform/state/outbox/sender.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { CommentResults } from '../../../../src/tickets/page/comment-results.ts';
import type {
	TicketEntry,
	TicketOutboxChange,
} from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { entryOf, now, refused, waiting } from '../state/entries.ts';

describe('The results of comments', () => {
	const comment = entryOf({ change: { comment: 'Hm.' }, draft: { ...emptyBody, text: 'Hm.' }, group: 'one' });
	const { key } = comment;

	function open(...entries: readonly TicketEntry[]) {
		const changes = new Emitter<void>();
		const settlements = new Emitter<Settled<TicketKey, TicketOutboxChange>>();
		const outbox = {
			entries,
			of: (one: TicketKey) => outbox.entries.filter((entry) => idOfTicket(entry.key) === idOfTicket(one)),
			onDidChange: changes.event,
			onDidSettle: settlements.event,
		};
		const ended: string[] = [];
		const state = { isReturned: false };
		const results = new CommentResults({
			outbox,
			now: () => now,
			wasReturned: async () => state.isReturned,
			didEnd: (_entry, { error, isAwaited }) =>
				ended.push(`${error === undefined ? 'sent' : 'returned'}${isAwaited ? ', awaited' : ''}`),
		});
		const change = (...left: readonly TicketEntry[]) => {
			outbox.entries = left;
			changes.fire();
		};
		const settle = (
			result: Settled<TicketKey, TicketOutboxChange>['result'],
			...left: readonly TicketEntry[]
		) => {
			outbox.entries = left;
			settlements.fire({ entry: comment, result });
			changes.fire();
		};
		return { results, ended, change, settle, state };
	}
	const failed = (mayBeDone = false) =>
		({ kind: 'failed', error: new ForgeError('forbidden', 'Not yours.'), mayBeDone }) as const;

	it('are awaited until the comment is sent', async () => {
		const { results, ended, change, settle } = open(comment);
		const result = results.resultOf('one', key);
		change({ ...comment, state: { kind: 'sending', since: 0 } });
		assert.equal(results.beingSent(key)?.text, 'Hm.');
		settle({ kind: 'sent' });
		assert.equal(await result, 'sent');
		assert.deepEqual([ended, results.beingSent(key)], [['sent, awaited'], undefined]);
	});

	it('are awaited until the comment is returned to its draft', async () => {
		const { results, ended, change, settle } = open(comment);
		const result = results.resultOf('one', key);
		change({ ...comment, state: refused() });
		assert.equal(results.isWaiting(key), false, 'it is about to be returned');
		settle(failed());
		await assert.rejects(result, /Not yours/);
		assert.deepEqual(ended, ['returned, awaited']);
	});

	it('are awaited until the comment waits; what becomes of it then is reported', async () => {
		const { results, ended, change, settle } = open(comment);
		const result = results.resultOf('one', key);
		change({ ...comment, state: waiting() });
		assert.equal(await result, 'waiting');
		assert.ok(results.isWaiting(key));
		change({ ...comment, state: { kind: 'sending', since: 0 } });
		assert.equal(results.beingSent(key), undefined, 'a second try does not block the box');
		settle(failed());
		assert.deepEqual([ended, results.isWaiting(key)], [['returned'], false]);
	});

	for (const [what, result, state] of [
		['may have arrived', failed(true), { kind: 'refused', reason: '', mayBeDone: true }],
		['cannot be given back', failed(), refused()],
	] as const) {
		it(`count a comment as waiting that ${what}`, async () => {
			const { results, ended, settle } = open(comment);
			const awaited = results.resultOf('one', key);
			settle(result, { ...comment, state });
			assert.equal(await awaited, 'waiting');
			assert.deepEqual([ended, results.isWaiting(key)], [[], true]);
		});
	}

	it('count a comment as sent that is gone because another window has sent it', async () => {
		const { results, change } = open(comment);
		const result = results.resultOf('one', key);
		change();
		assert.equal(await result, 'sent');
	});

	it('count a comment as refused that is gone because another window has returned it to its draft', async () => {
		const { results, ended, change, state } = open(comment);
		const result = results.resultOf('one', key);
		state.isReturned = true;
		change();
		change();
		await assert.rejects(result, /Another window/);
		assert.deepEqual(ended, ['returned, awaited']);
	});

	it('are awaited until all comments of a command are sent', async () => {
		const second = { ...comment, id: 'second' };
		const { results, change, settle } = open(comment, second);
		const result = results.resultOf('one', key);
		settle({ kind: 'sent' }, second);
		change({ ...second, state: waiting() });
		assert.equal(await result, 'waiting');
	});

	it('say nothing of direct changes and of pages of new tickets', () => {
		const { results, ended, settle } = open(entryOf());
		assert.equal(results.beingSent(key), undefined);
		assert.equal(results.beingSent({ account: 'ana', owner: '~ana', tracker: 'editor' }), undefined);
		settle({ kind: 'sent' });
		assert.deepEqual(ended, ['sent']);
	});
});
