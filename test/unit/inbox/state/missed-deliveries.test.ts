import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { MissedDeliveries } from '../../../../src/inbox/state/missed-deliveries.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { untilSettled } from '../../../kit/window/clock.ts';
import { until } from '../../../tools/until.ts';
import { tracker } from '../live/hooks/webhook-windows.ts';
import { eventOf, inboxStage } from './inbox-stage.ts';

const assigned = eventOf(1, { kind: 'assigned' });
const commented = eventOf(2, { kind: 'commented' });

describe('What the schedule finds in a live resource', () => {
	/** Reads a tracker, and returns whether deliveries were missed. */
	function start() {
		const missed: string[] = [];
		let isLive = true;
		const deliveries = new MissedDeliveries(
			() => isLive,
			({ id }) => missed.push(id),
		);
		return {
			setLive: (is: boolean) => {
				isLive = is;
			},
			isMissed: (
				cause: 'schedule' | 'delivery' | 'refresh',
				deliveryCount: number,
				...events: ForgeEvent[]
			) => {
				deliveries.didRead(tracker('editor'), { cause, deliveryCount, events });
				return missed.splice(0).length > 0;
			},
		};
	}

	it('was not delivered if it was live at the end of the read before', () => {
		const { isMissed, setLive } = start();
		assert.equal(isMissed('schedule', 0, commented), false);
		assert.equal(isMissed('schedule', 0, commented), true);
		setLive(false);
		assert.equal(isMissed('schedule', 0, commented), false);
		setLive(true);
		assert.equal(isMissed('schedule', 0, commented), false);
		assert.equal(isMissed('schedule', 0, commented), true);
	});

	it('may be what some forges deliver of nothing, or nothing at all', () => {
		const { isMissed } = start();
		isMissed('schedule', 0);
		assert.equal(isMissed('schedule', 0), false);
		assert.equal(isMissed('schedule', 0, assigned), false);
		assert.equal(isMissed('schedule', 0, assigned, commented), true);
	});

	it('says nothing if the read was for deliveries or the user', () => {
		const { isMissed } = start();
		isMissed('schedule', 0);
		assert.equal(isMissed('delivery', 1, commented), false);
		assert.equal(isMissed('delivery', 0, commented), false);
		assert.equal(isMissed('refresh', 0, commented), false);
		assert.equal(isMissed('schedule', 1, commented), false);
	});
});

describe('A live tracker of the inbox', () => {
	// Runs before the window ends, which waits for files.
	afterEach(() => mock.timers.reset());
	const { folder, open } = inboxStage();

	/** Opens a live tracker that was read. Then only `pass` lets time pass. */
	async function openLive() {
		const opened = await open(await folder());
		const { inbox, becomeLive } = opened;
		const readAt = () => inbox.pollOf('tracker')?.readAt;
		becomeLive();
		inbox.setFocus(true);
		inbox.refresh();
		await until(() => readAt() !== undefined, { what: 'it was read' });
		mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
		// The schedule waits with the new timers.
		inbox.setFocus(false);
		inbox.setFocus(true);
		const pass = (isOver: () => boolean) =>
			untilSettled(() => {
				mock.timers.tick(1000);
				return isOver();
			});
		const passUntilRead = () => {
			const before = readAt();
			return pass(() => readAt() !== before);
		};
		return { ...opened, pass, passUntilRead };
	}

	it('counts as missed if half an hour later the schedule finds a comment that was not delivered', async () => {
		const { happen, missed, passUntilRead } = await openLive();
		await passUntilRead();
		happen(commented);
		await passUntilRead();
		assert.deepEqual(missed, ['tracker']);
	});

	it('has missed nothing if the comment is delivered while the schedule reads it', async () => {
		const { inbox, cursors, happen, hold, missed, pass, passUntilRead } = await openLive();
		await passUntilRead();
		const { length } = cursors;
		const release = hold();
		happen(commented);
		await pass(() => cursors.length > length);
		const delivery = { kind: 'truncated', event: 'event:created', delivery: 'id' } as const;
		inbox.deliver('tracker', { delivery, isVerified: true });
		release();
		await pass(() => inbox.events.entries.length === 1 && cursors.length > length + 1);
		assert.deepEqual(missed, []);
	});
});
