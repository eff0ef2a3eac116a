import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { reportSends } from '../../../../src/platform/commands/send-reports.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import type { DescribedSettled } from '../../../../src/platform/state/outbox/waiting-changes.ts';
import { describedEntryOf as entryOf, refused } from '../../../kit/items/entries.ts';
import { settle as settled, stopTheClock } from '../../../kit/window/clock.ts';
import { outboxOf } from './an-outbox.ts';

type Result = DescribedSettled['result'];
type TicketEntry = DescribedEntry<TicketKey>;

describe('A report on sent changes', () => {
	stopTheClock();

	function open(
		entries: readonly TicketEntry[],
		{ visible = [] }: { readonly visible?: readonly number[] } = {},
	) {
		const settlements = new Emitter<DescribedSettled<TicketKey>>();
		const changes = new Emitter<void>();
		const outbox = { entries, onDidSettle: settlements.event, onDidChange: changes.event };
		const shown: string[] = [];
		reportSends(
			outboxOf<TicketKey>(outbox),
			({ ticket }) => visible.includes(ticket),
			({ text: words }, unsent) => shown.push(`${words} [${unsent.map(({ id }) => id)}]`),
		);
		const settle = (entry: TicketEntry, result: Result, state?: TicketEntry['state']) => {
			outbox.entries = outbox.entries.flatMap((one) =>
				one.id !== entry.id ? [one] : state ? [{ ...one, state }] : [],
			);
			changes.fire();
			settlements.fire({ entry, result });
		};
		/** Another window has sent, undone or discarded entries. */
		const leave = async (...entries: readonly TicketEntry[]) => {
			outbox.entries = entries;
			changes.fire();
			mock.timers.tick(1000);
			await settled();
		};
		/** What is shown when nothing more comes for a while. */
		const report = async () => {
			mock.timers.tick(1000);
			await settled();
			return shown;
		};
		return { settle, leave, report, shown };
	}
	const failed = (message: string): Result => ({
		...{ kind: 'failed', error: new ForgeError('refused', message), mayBeDone: false },
	});

	it('is made once for a command, when all its changes were sent or refused', async () => {
		const all = [1, 2, 3].map((ticket) => entryOf({ ticket, group: 'all' }));
		const [one, two, three] = all;
		assert.ok(one && two && three);
		const { settle, report } = open(all);
		settle(two, failed('It is locked.'), refused());
		settle(one, { kind: 'sent' });
		assert.deepEqual(await report(), []);
		settle(three, { kind: 'sent' });
		assert.deepEqual(await report(), [
			"1 of 3 tickets did not change as requested. Couldn't confirm ~ana/editor#2: It is locked. [entry 2]",
		]);
	});

	it('is made if another window sends or discards the rest', async () => {
		const [one, two, three] = [1, 2, 3].map((ticket) => entryOf({ ticket, group: 'all' }));
		assert.ok(one && two && three);
		const { settle, leave, shown } = open([one, two, three]);
		settle(two, failed('It is locked.'), refused());
		const left = { ...two, state: refused() };
		await leave(left, three);
		assert.deepEqual(shown, []);
		await leave(left);
		await leave(left);
		assert.deepEqual(shown, ["Couldn't confirm ~ana/editor#2: It is locked. [entry 2]"]);
	});

	const slow: TicketEntry = { ...entryOf({ ticket: 9 }), state: { kind: 'sending', since: 0 } };
	const elsewhere: readonly [what: string, entry: TicketEntry][] = [
		['another account', { ...slow, account: 'ben' }],
		['another window', { ...slow, origin: 'there' }],
	];
	for (const [what, other] of elsewhere) {
		it(`does not wait for a slow request of ${what}, nor for the report on it`, async () => {
			const next = { ...entryOf({ ticket: 8 }), account: other.account, origin: other.origin };
			const { settle, report } = open([entryOf(), next, other]);
			settle(next, failed('It is gone.'), refused());
			settle(entryOf(), failed('It is locked.'), refused());
			assert.deepEqual(await report(), ["Couldn't confirm ~ana/editor#1: It is locked. [entry 1]"]);
			settle(other, { kind: 'sent' });
			assert.match((await report())[1] ?? '', /^1 of 2 tickets .* ~ana\/editor#8: It is gone\. \[entry 8\]/);
		});
	}

	it('says what the forge did instead, and what another user has changed', async () => {
		const { settle, report } = open([entryOf(), entryOf({ ticket: 2 })]);
		settle(entryOf(), { kind: 'sent', note: 'set the status to Resolved' });
		await report();
		settle(
			entryOf({ ticket: 2 }),
			{ kind: 'conflict', theirs: 'Pending', rebased: {} },
			{ kind: 'conflict', theirs: 'Pending' },
		);
		assert.deepEqual(await report(), [
			'~ana/editor#1: the forge set the status to Resolved instead. []',
			'~ana/editor#2 was changed in the meantime, so your change was not made. It is now: Pending. [entry 2]',
		]);
	});
});
