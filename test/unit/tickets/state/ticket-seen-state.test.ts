import assert from 'node:assert/strict';
import { isNotLater, TicketSeenState } from '../../../../src/tickets/state/ticket-seen-state.ts';
import { openSeen } from '../../../kit/items/seen.ts';
import { ticket as sample } from '../../../kit/pages/ticket-view.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const account = 'ana at forge.test';
const tracker = { account, owner: '~ana', tracker: 'editor' };
const ticket = { ...tracker, ticket: 3 };
const me = '~ana';
const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 12, minute)).toISOString();
const by = (name: string) => ({ type: 'user' as const, canonical_name: name, name: name.slice(1) });
const made = (updated: number, { id = 3, submitter = '~bob', created = 0 } = {}) => ({
	...sample,
	id,
	submitter: by(submitter),
	created: at(created),
	updated: at(updated),
});

async function open() {
	const marks = await openSeen(account);
	const seen = new TicketSeenState(marks);
	return { marks, seen, isUnseen: (one: ReturnType<typeof made>) => seen.isUnseen(ticket, one, me) };
}

/** A tracker that the user first looked at in minute 10. */
async function begun() {
	const opened = await open();
	opened.seen.begin(ticket, [made(5), made(10)], undefined);
	return opened;
}

describe('A ticket', () => {
	stopTheDate(Date.parse(at(40)));

	it('is not unseen before the user has looked at its tracker, although the time of their visit is known', async () => {
		const { seen, isUnseen } = await open();
		assert.equal(seen.get(ticket), undefined);
		seen.look(ticket, at(10));
		assert.deepEqual([isUnseen(made(20)), seen.get(ticket)], [false, at(10)]);
	});

	it('is unseen if it was changed after the user first looked at the tracker, even if that was empty', async () => {
		const { isUnseen } = await begun();
		assert.deepEqual([isUnseen(made(10)), isUnseen(made(11))], [false, true]);
		const empty = await open();
		empty.seen.begin(ticket, [], undefined);
		assert.equal(empty.isUnseen(made(1)), true);
	});

	it('is unseen if it was changed after the user looked at it', async () => {
		const { seen, isUnseen } = await begun();
		seen.look(ticket, at(20));
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
	});

	it('is not unseen if it was updated only seconds after its newest event', async () => {
		const { seen, isUnseen } = await begun();
		seen.look(ticket, new Date(Date.parse(at(20)) - 4000).toISOString());
		assert.equal(isUnseen(made(20)), false);
		assert.deepEqual([isNotLater(at(20), at(20)), isNotLater(at(21), at(20))], [true, false]);
	});

	it('that the user has created is unseen only after it was changed', async () => {
		const { isUnseen } = await begun();
		const options = { submitter: me, created: 20 };
		assert.deepEqual([isUnseen(made(20, options)), isUnseen(made(21, options))], [false, true]);
		assert.equal(isUnseen(made(20, { submitter: '~bob', created: 20 })), true);
	});

	it('is not unseen because of the user’s own change, but stays unseen if it was before', async () => {
		const { seen, isUnseen } = await begun();
		await seen.didChangeHere(ticket, made(9), made(20), me);
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
		await seen.didChangeHere(ticket, made(21), made(22), me);
		assert.equal(isUnseen(made(22)), true);
	});

	it('is seen with all others of its tracker, even if there are 200,000', async () => {
		const { seen, isUnseen } = await begun();
		const all = Array.from({ length: 200_000 }, (_, index) => made(index === 7 ? 20 : 5));
		seen.lookAtAll(ticket, all);
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
	});

	it('is unseen after all were marked as seen, even if one of them had a time in the far future', async () => {
		const { seen, isUnseen } = await open();
		const future = { ...made(0), updated: '2099-01-01T00:00:00Z' };
		seen.lookAtAll(ticket, [made(10), future]);
		assert.deepEqual([isUnseen(made(10)), isUnseen(made(20)), isUnseen(future)], [false, true, false]);
	});

	it('without a date is not unseen', async () => {
		const { isUnseen } = await begun();
		assert.equal(isUnseen({ ...made(20), updated: '' }), false);
	});

	it('stays seen or unseen, however many others the user visits', async () => {
		const { marks, seen } = await begun();
		const all = Array.from({ length: 600 }, (_, nth) => made(20 + nth, { id: nth + 1 }));
		for (const { id, updated } of all) if (id % 10 > 0) seen.look({ ...tracker, ticket: id }, updated);
		seen.begin(tracker, all, Date.parse(at(1000)));
		assert.equal(marks.visit(tracker, '1'), undefined, 'the first visits are merged');
		assert.deepEqual(
			all.filter((one) => seen.isUnseen({ ...tracker, ticket: one.id }, one, me)),
			all.filter(({ id }) => id % 10 === 0),
		);
	});

	it('reports its tracker when it becomes seen', async () => {
		const { marks, seen } = await open();
		const changed: unknown[] = [];
		seen.onDidChange((one) => changed.push(one));
		seen.begin(ticket, [], undefined);
		seen.look(ticket, at(1));
		seen.look(ticket, at(1));
		seen.look(ticket, 'soon');
		marks.begin({ account, owner: '~ana', list: 'editor' }, []);
		assert.deepEqual(changed, [tracker, tracker]);
	});

	it('is reported to the inbox if the user looks at it, not if they change it or see a tracker for the first time', async () => {
		const { marks, seen } = await open();
		const fired: unknown[] = [];
		marks.onDidSee((one) => fired.push(one));
		seen.begin(tracker, [made(5)], undefined);
		await seen.didChangeHere(ticket, made(5), made(6), me);
		assert.deepEqual(fired, []);
		seen.look(ticket, at(7));
		seen.lookAtAll(tracker, [made(8)]);
		assert.deepEqual(fired, [
			{ at: ticket, upTo: at(7), isRepeated: false },
			{ at: tracker, upTo: at(8) },
		]);
	});
});
