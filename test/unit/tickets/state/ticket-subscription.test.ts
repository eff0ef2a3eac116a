import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { setSubscribed } from '../../../../src/tickets/state/ticket-subscription.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { editor, openTracker } from './open-tracker.ts';

const key = { ...editor, ticket: 1 };

describe('A subscription', () => {
	const resources = stage();

	async function open({ isRest = false } = {}) {
		const forge = await resources.forge();
		forge.fill(1);
		const { tickets, trackerCache } = await openTracker(forge, resources, { isRest });
		const onForge = () => forge.trackers.subscriptions.of('ana').map(({ ticket }) => ticket);
		return { forge, tickets, trackerCache, onForge };
	}

	it('to a ticket is known at once, and the list is told', async () => {
		const { forge, tickets, trackerCache, onForge } = await open();
		await trackerCache.read(1);
		assert.equal(trackerCache.subscriptions.of(1), false);
		const changed = new Promise((resolve) => trackerCache.onDidChange(resolve));
		forge.asked.length = 0;
		await setSubscribed(tickets, key, true);
		assert.deepEqual([trackerCache.subscriptions.of(1), onForge()], [true, [1]]);
		await changed;
		await setSubscribed(tickets, key, false);
		assert.deepEqual([trackerCache.subscriptions.of(1), onForge()], [false, []]);
	});

	it('to a tracker begins and ends, and is known with its tickets', async () => {
		const { tickets, trackerCache, onForge } = await open();
		await trackerCache.refresh();
		const known = () => trackerCache.subscriptions.of('tracker');
		assert.equal(known(), false);
		await setSubscribed(tickets, editor, true);
		assert.deepEqual([known(), onForge()], [true, [null]]);
		await trackerCache.refresh();
		assert.equal(known(), true);
		await setSubscribed(tickets, editor, false);
		assert.deepEqual([known(), onForge()], [false, []]);
	});

	it('that the forge cannot be asked for is refused', async () => {
		const { tickets, onForge } = await open({ isRest: true });
		await assert.rejects(setSubscribed(tickets, key, true), ForgeError);
		assert.deepEqual(onForge(), []);
	});

	it('is as it was if the forge cannot be reached', async () => {
		const { forge, tickets, trackerCache } = await open();
		await trackerCache.read(1);
		forge.line.cut = true;
		await assert.rejects(setSubscribed(tickets, key, true), ForgeError);
		assert.equal(trackerCache.subscriptions.of(1), false);
	});
});
