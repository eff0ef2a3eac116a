import assert from 'node:assert/strict';
import { MissedDeliveries } from '../../../../src/inbox/state/missed-deliveries.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { tracker } from '../live/hooks/webhook-windows.ts';
import { eventOf } from './inbox-stage.ts';

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
});
