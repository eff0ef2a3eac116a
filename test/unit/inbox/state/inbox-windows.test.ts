import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import { until } from '../../../tools/until.ts';
import { eventOf, inboxStage } from './inbox-stage.ts';

describe('The inbox of several windows', () => {
	const { folder, open } = inboxStage();

	it('has each event once, in all windows, and remembers after a restart what was seen', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		for (const window of [one, other]) {
			window.happen(eventOf(1), eventOf(2));
			window.inbox.refresh();
		}
		for (const { shows } of [one, other]) await shows('event 1 new', 'event 2 new');
		await other.inbox.events.markSeen([eventOf(1)]);
		for (const { shows } of [one, other]) await shows('event 1 seen', 'event 2 new');
		const restarted = await open(at);
		assert.deepEqual(restarted.states(), ['event 1 seen', 'event 2 new']);
	});

	it('has each push once if two windows read at once, and one of them is slow', async () => {
		const at = await folder();
		let head = 0;
		/** As of a branch, of which the forge only tells where it is. */
		const read: WatchedResource['read'] = async ({ cursor }) => {
			const now = head;
			const isNews = typeof cursor === 'number' && cursor !== now;
			return { events: isNews ? [eventOf(now, { key: `from ${cursor} to ${now}` })] : [], cursor: now };
		};
		const fast = await open(at, { read });
		fast.inbox.refresh();
		await fast.reads(1);
		head = 1;
		fast.inbox.refresh();
		await fast.shows('from 0 to 1 new');
		const slow = await open(at, { read });
		const letGo = slow.hold();
		slow.inbox.refresh();
		await slow.reads(1);
		head = 2;
		fast.inbox.refresh();
		await fast.shows('from 0 to 1 new', 'from 1 to 2 new');
		head = 3;
		letGo();
		for (const { shows } of [slow, fast])
			await shows('from 0 to 1 new', 'from 1 to 2 new', 'from 2 to 3 new');
		assert.deepEqual(slow.cursors, [1, 2]);
	});

	it('shows what other windows have read when it gets the focus or begins to lead, although it has not heard of it', async () => {
		const at = await folder();
		const [one, focused, leader] = [await open(at), await open(at), await open(at)];
		for (const { becomeDeaf } of [focused, leader]) becomeDeaf();
		const hold = focused.hold();
		one.happen(eventOf(1));
		one.inbox.refresh();
		await one.shows('event 1 new');
		assert.deepEqual([focused.states(), leader.states()], [[], []]);
		focused.inbox.setFocus(true);
		leader.lead();
		for (const { shows } of [focused, leader]) await shows('event 1 new');
		hold();
	});

	it('reads a resource again in which another window has found something, even if it is no event, once it has the focus', async () => {
		const at = await folder();
		let happened: readonly ForgeEvent[] = [];
		const read: WatchedResource['read'] = async () => ({ events: happened, cursor: happened.length });
		/** What a window has just read it polls only much later. */
		const openAndRead = async () => {
			const window = await open(at, { read });
			window.inbox.refresh();
			await until(() => window.inbox.pollOf('tracker')?.readAt !== undefined);
			return window;
		};
		const [leader, focused, other] = [await openAndRead(), await openAndRead(), await openAndRead()];
		focused.inbox.setFocus(true);
		happened = [eventOf(1)];
		leader.inbox.refresh();
		await focused.reads(2);
		await other.shows('event 1 new');
		await setTimeout(50);
		assert.deepEqual([leader.cursors.length, other.cursors.length], [2, 1]);
		other.inbox.setFocus(true);
		await other.reads(2);
		for (const { states } of [leader, focused, other]) assert.deepEqual(states(), ['event 1 new']);
	});
});
