import assert from 'node:assert/strict';
import { TicketSeenState } from '../../../../src/tickets/state/ticket-seen-state.ts';
import { ticket as sample } from '../../../kit/pages/ticket-view.ts';
import { memory } from '../../../tools/memory.ts';

const ticket = { account: 'ana at forge.test', owner: '~ana', tracker: 'editor', ticket: 3 };

describe('The time of the user’s last visit to a ticket', () => {
	it('is remembered in the next window', () => {
		const kept = memory();
		new TicketSeenState(kept).look(ticket, '2026-01-01');
		assert.equal(new TicketSeenState(kept).get(ticket), '2026-01-01');
	});

	it('is kept apart from that of a ticket with the same reference on another forge', () => {
		const seen = new TicketSeenState(memory());
		const other = { ...ticket, account: 'ana at other.test' };
		seen.look(ticket, '2026-01-01');
		assert.equal(seen.get(other), undefined);
		seen.look(other, '2026-02-02');
		assert.deepEqual([seen.get(ticket), seen.get(other)], ['2026-01-01', '2026-02-02']);
	});

	it('is forgotten when the account signs out, and no other time is', () => {
		const seen = new TicketSeenState(memory());
		const other = { ...ticket, account: 'bob at forge.test' };
		for (const key of [ticket, other]) seen.look(key, '2026-01-01');
		seen.forget([ticket.account]);
		assert.deepEqual([seen.get(ticket), seen.get(other)], [undefined, '2026-01-01']);
	});

	it('is not replaced by an earlier one, unless it is one in the far future', () => {
		const seen = new TicketSeenState(memory(), () => Date.parse('2026-03-03'));
		for (const at of ['2999-01-01', '2026-02-02', '2026-01-01']) seen.look(ticket, at);
		assert.equal(seen.get(ticket), '2026-02-02');
	});

	it('is remembered if it is the first one, even if the clock is days behind', () => {
		const seen = new TicketSeenState(memory(), () => Date.parse('2026-01-01'));
		seen.look(ticket, '2026-02-02');
		assert.equal(seen.get(ticket), '2026-02-02');
	});

	it('is written only when it changes', () => {
		const kept = memory();
		const seen = new TicketSeenState(kept);
		seen.look(ticket, '2026-01-01');
		seen.look(ticket, '2026-01-01');
		seen.forget(['eve at forge.test']);
		assert.equal(kept.written.length, 1);
		seen.look(ticket, '2026-01-02');
		seen.forget([ticket.account]);
		assert.deepEqual(kept.written.slice(1), [{ 'ana at forge.test ~ana/editor#3': '2026-01-02' }, {}]);
	});
});

describe('A ticket', () => {
	const me = '~ana';
	const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 12, minute)).toISOString();
	const by = (name: string) => ({ type: 'user' as const, canonical_name: name, name: name.slice(1) });
	const made = (updated: number, { submitter = '~bob', created = 0 } = {}) => ({
		...sample,
		submitter: by(submitter),
		created: at(created),
		updated: at(updated),
	});

	/** A tracker that the user first looked at in minute 10. */
	function begun() {
		const kept = memory();
		const seen = new TicketSeenState(kept);
		seen.begin(ticket, [made(5), made(10)], undefined);
		return { seen, kept, isUnseen: (one: ReturnType<typeof made>) => seen.isUnseen(ticket, one, me) };
	}

	it('is not unseen before the user has looked at its tracker', () => {
		assert.equal(new TicketSeenState(memory()).isUnseen(ticket, made(20), me), false);
	});

	it('is unseen after all were marked as seen, even if one of them had a time in the far future', () => {
		const seen = new TicketSeenState(memory(), () => Date.parse(at(20)));
		const upTo: string[] = [];
		seen.onDidSee((what) => upTo.push(what.upTo));
		const future = { ...made(0), updated: '2099-01-01T00:00:00Z' };
		seen.lookAtAll(ticket, [made(10), future]);
		const isUnseen = (one: ReturnType<typeof made>) => seen.isUnseen(ticket, one, me);
		assert.deepEqual([upTo, isUnseen(made(10)), isUnseen(made(20))], [[at(10)], false, true]);
		assert.equal(isUnseen(future), false);
	});

	it('is unseen if it was changed after the user first looked at the tracker', () => {
		const { seen, isUnseen } = begun();
		assert.deepEqual([isUnseen(made(10)), isUnseen(made(11))], [false, true]);
		seen.begin(ticket, [made(30)], undefined);
		assert.equal(isUnseen(made(11)), true);
	});

	it('is not unseen once the user has first looked at 500 other trackers since', () => {
		const { seen, isUnseen } = begun();
		const look = (nth: number) => seen.begin({ ...ticket, tracker: `tracker-${nth}` }, [], undefined);
		for (let nth = 1; nth < 500; nth++) look(nth);
		assert.equal(isUnseen(made(11)), true);
		look(500);
		assert.equal(isUnseen(made(11)), false);
	});

	it('is seen with all others of its tracker, even if there are 200,000', () => {
		const { seen, isUnseen } = begun();
		seen.lookAtAll(
			ticket,
			Array.from({ length: 200_000 }, (_, index) => made(index === 7 ? 20 : 5)),
		);
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
	});

	it('is unseen if it was changed after the user looked at it', () => {
		const { seen, isUnseen } = begun();
		seen.look(ticket, at(20));
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
	});

	it('is not unseen if it was updated only seconds after its newest event', () => {
		const { seen, isUnseen } = begun();
		seen.look(ticket, new Date(Date.parse(at(20)) - 4000).toISOString());
		assert.equal(isUnseen(made(20)), false);
	});

	it('that the user has created is unseen only after it was changed', () => {
		const { isUnseen } = begun();
		const options = { submitter: me, created: 20 };
		assert.deepEqual([isUnseen(made(20, options)), isUnseen(made(21, options))], [false, true]);
		assert.equal(isUnseen(made(20, { submitter: '~bob', created: 20 })), true);
	});

	it('is not unseen because of the user’s own change, but stays unseen if it was before', async () => {
		const { seen, isUnseen } = begun();
		await seen.didChangeHere(ticket, made(9), made(20), me);
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
		await seen.didChangeHere(ticket, made(21), made(22), me);
		assert.equal(isUnseen(made(22)), true);
	});

	it('is no longer unseen when the user marks all tickets of the tracker as seen', () => {
		const { seen, isUnseen } = begun();
		seen.lookAtAll(ticket, [made(20), made(15)]);
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
	});

	it('of a tracker that was empty at first is unseen', () => {
		const seen = new TicketSeenState(memory());
		seen.begin(ticket, [], undefined);
		assert.equal(seen.isUnseen(ticket, made(1), me), true);
	});

	it('without a date is not unseen', () => {
		const { isUnseen } = begun();
		assert.equal(isUnseen({ ...made(20), updated: '' }), false);
	});

	it('reports its tracker when it is seen, and once the tracker is', () => {
		const seen = new TicketSeenState(memory());
		const changed: unknown[] = [];
		seen.onDidChange(({ tracker }) => changed.push(tracker));
		seen.begin(ticket, [], undefined);
		seen.begin(ticket, [], undefined);
		seen.look(ticket, at(1));
		seen.look(ticket, at(1));
		assert.deepEqual(changed, ['editor', 'editor']);
	});

	it('is forgotten with its tracker when the account signs out', () => {
		const { seen, isUnseen } = begun();
		seen.forget([ticket.account]);
		assert.equal(isUnseen(made(20)), false);
	});
});

describe('A ticket that was seen long ago', () => {
	const day = 86_400_000;
	const start = Date.UTC(2026, 2, 4);
	const on = (days: number) => new Date(start + days * day).toISOString();
	const tickets = Array.from({ length: 1000 }, (_, nth) => ({
		...sample,
		id: nth + 1,
		updated: on(nth + 1),
	}));
	const keyOf = (number: number) => ({ ...ticket, ticket: number });

	const name = `${ticket.account} ~ana/editor`;
	const storedVisits = (visits: typeof tickets) =>
		Object.fromEntries(visits.map(({ id, updated }) => [`${name}#${id}`, updated]));

	/** The user has looked at all of the thousand tickets that changed on a thousand days, except each tenth. */
	function visited(asOf: number | undefined = start + 2000 * day) {
		const visits = tickets.filter(({ id }) => id % 10 > 0);
		const kept = memory({
			'tickets.seen': storedVisits(visits),
			'tickets.seenTrackers': { [name]: { upTo: on(0), unseen: [] } },
		});
		const seen = new TicketSeenState(kept, () => start + 2000 * day);
		seen.begin(ticket, tickets, asOf);
		const unseen = () =>
			tickets.filter((one) => seen.isUnseen(keyOf(one.id), one, '~ana')).map(({ id }) => id);
		return { kept, seen, unseen };
	}

	const tenth = tickets.map(({ id }) => id).filter((id) => id % 10 === 0);

	it('stays so, however many others are seen after it, and no other ticket counts as seen', () => {
		const { kept, unseen } = visited();
		assert.deepEqual(unseen(), tenth);
		assert.ok(Object.keys(kept.get('tickets.seen', {})).length <= 400);
	});

	it('is unseen again after it has changed', () => {
		const { seen } = visited();
		const changed = { ...sample, id: 1, updated: on(1001) };
		assert.equal(seen.isUnseen(keyOf(1), changed, '~ana'), true);
		seen.look(keyOf(1), on(1001));
		assert.equal(seen.isUnseen(keyOf(1), changed, '~ana'), false);
	});

	it('is not one that was unseen, until the user looks at it', () => {
		const { seen, unseen } = visited();
		seen.look(keyOf(10), on(10));
		assert.deepEqual(unseen(), tenth.slice(1));
		seen.lookAtAll(ticket, tickets);
		assert.deepEqual(unseen(), []);
	});

	it('stays so when visits are merged a second time', () => {
		const { seen, unseen } = visited();
		const later = Array.from({ length: 300 }, (_, nth) => ({
			...sample,
			id: 1001 + nth,
			updated: on(1001 + nth),
		}));
		for (const { id, updated } of later) seen.look(keyOf(id), updated);
		seen.begin(ticket, [...tickets, ...later], start + 2000 * day);
		assert.deepEqual(unseen(), tenth);
		assert.ok(later.every((one) => !seen.isUnseen(keyOf(one.id), one, '~ana')));
	});

	it('is remembered by its visit as long as newer changes of the tracker may be unknown', () => {
		const { kept, seen, unseen } = visited(start + 300 * day);
		assert.deepEqual(unseen(), tenth);
		const unknown = { ...sample, id: 2000, updated: on(301) };
		assert.equal(seen.isUnseen(keyOf(2000), unknown, '~ana'), true);
		assert.ok(Object.keys(kept.get('tickets.seen', {})).length > 400);
		assert.deepEqual(visited(undefined).unseen(), tenth);
	});

	it('is told by the time of its tracker', () => {
		const stored = { 'tickets.seenTrackers': { [name]: { upTo: on(10), unseen: [] } } };
		const seen = new TicketSeenState(memory(stored));
		const isUnseen = (number: number) =>
			seen.isUnseen(keyOf(number), { ...sample, updated: on(number) }, '~ana');
		assert.deepEqual([isUnseen(10), isUnseen(11)], [false, true]);
	});

	it('of another tracker is not affected', () => {
		const other = { ...ticket, tracker: 'other', ticket: 1 };
		const visits = { [`${ticket.account} ~ana/other#1`]: on(1), ...storedVisits(tickets) };
		const kept = memory({
			'tickets.seen': visits,
			'tickets.seenTrackers': { [name]: { upTo: on(0), unseen: [] } },
		});
		const seen = new TicketSeenState(kept);
		seen.begin(ticket, tickets, start + 2000 * day);
		assert.deepEqual([seen.get(other), seen.get(keyOf(1))], [on(1), undefined]);
	});

	it('is reported if the user looks at it, not if they change a ticket or see a tracker for the first time', async () => {
		const seen = new TicketSeenState(memory());
		const fired: unknown[] = [];
		seen.onDidSee((one) => fired.push(one));
		const tracker = { account: ticket.account, owner: '~ana', tracker: 'editor' };
		seen.begin(tracker, tickets, undefined);
		const before = { ...sample, updated: on(-1) };
		await seen.didChangeHere(ticket, before, { ...sample, updated: on(3) }, '~ana');
		assert.deepEqual(fired, []);
		seen.look(ticket, on(3));
		seen.lookAtAll(tracker, [{ ...sample, updated: on(4) }]);
		assert.deepEqual(fired, [
			{ at: ticket, upTo: on(3), isRepeated: false },
			{ at: tracker, upTo: on(4) },
		]);
	});
});
