import assert from 'node:assert/strict';
import { TicketSeenState } from '../../../../src/tickets/state/ticket-seen-state.ts';
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

	it('is unseen if it was changed after the user looked at it', async () => {
		const { seen, isUnseen } = await begun();
		seen.look(ticket, at(20));
		assert.deepEqual([isUnseen(made(20)), isUnseen(made(21))], [false, true]);
	});

	it('that the user has created is unseen only after it was changed', async () => {
		const { isUnseen } = await begun();
		const options = { submitter: me, created: 20 };
		assert.deepEqual([isUnseen(made(20, options)), isUnseen(made(21, options))], [false, true]);
		assert.equal(isUnseen(made(20, { submitter: '~bob', created: 20 })), true);
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
