import assert from 'node:assert/strict';
import { SeenElsewhere } from '../../../../src/inbox/state/seen-elsewhere.ts';
import type { SeriesKey } from '../../../../src/platform/model/keys.ts';
import { listEvent, ticketEvent } from '../events.ts';

const at = (second: number) => new Date(second * 1000).toISOString();
const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };
const list = { account: 'ana', owner: '~ana', list: 'editor' };
const onTicket = (ticket: number, second: number) =>
	ticketEvent({ place: tracker, item: { ...tracker, ticket }, at: at(second) });
const onList = (item: SeriesKey | null, second: number) => listEvent({ place: list, item, at: at(second) });

describe('What the user has seen elsewhere', () => {
	it('counts as seen up to that time, for one item or a whole place', () => {
		const seen = new SeenElsewhere();
		seen.add({ at: { ...tracker, ticket: 1 }, upTo: at(10) });
		seen.add({ at: { ...tracker, ticket: 1 }, upTo: at(5) });
		assert.deepEqual(
			[onTicket(1, 10), onTicket(1, 11), onTicket(2, 1)].map((event) => seen.hasSeen(event)),
			[true, false, false],
		);
		seen.add({ at: tracker, upTo: at(2) });
		assert.deepEqual(
			[onTicket(2, 2), onTicket(2, 3), onList(null, 1)].map((event) => seen.hasSeen(event)),
			[true, false, false],
		);
	});

	it('can be a patchset, a thread or a list', () => {
		const seen = new SeenElsewhere();
		seen.add({ at: { ...list, patchset: 1 }, upTo: at(10) });
		seen.add({ at: { ...list, mail: 2 }, upTo: at(10) });
		const items = [{ patchset: 1 }, { patchset: 2 }, { mail: 1 }, { mail: 2 }].map((item) => ({
			...list,
			...item,
		}));
		assert.deepEqual(
			[...items, null].map((item) => seen.hasSeen(onList(item, 9))),
			[true, false, false, true, false],
		);
		seen.add({ at: list, upTo: at(9) });
		assert.equal(seen.hasSeen(onList(null, 9)), true);
	});
});
