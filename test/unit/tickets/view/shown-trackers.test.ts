import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { ShownTrackers, trackerRowId } from '../../../../src/tickets/view/shown-trackers.ts';
import { stopTheClock, untilSettled as until } from '../../base/clock.ts';
import { accountsOf } from '../state/accounts.ts';
import { key, readable, stage, type TrackerForge } from '../state/forge.ts';

describe('The trackers in the view', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	const ofAna = { ...key, account: 'ana' };

	/** The view of ~ana, with one tracker in it. */
	async function show(forge: TrackerForge, changed: () => void) {
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		const account = tickets.of('ana') ?? assert.fail();
		const shown = new ShownTrackers({
			accounts: () => [account],
			changed,
			didRefresh: () => {},
			isVisible: () => true,
			now: Date.now,
		});
		ending(() => shown.dispose());
		const trackerCache = shown.trackerCache(account, ofAna);
		shown.recordRow({ id: trackerRowId(ofAna), label: '' });
		return { shown, trackerCache };
	}

	it('are requested again, at growing intervals, until they are reached', async () => {
		const forge = await start();
		const { shown, trackerCache } = await show(forge, () => {});
		forge.line.lost = /./;
		const asked = () => forge.asked.filter((one) => /tickets$/.test(one)).length;
		shown.didOpen(ofAna);
		await until(() => asked() === 1 && !trackerCache.isReading);
		for (const [times, seconds] of [15, 30, 60, 120].entries()) {
			mock.timers.tick(seconds * 1000);
			await until(() => asked() === times + 2 && !trackerCache.isReading);
		}
		forge.line.lost = undefined;
		mock.timers.tick(240_000);
		await until(() => trackerCache.isComplete);
		assert.equal(trackerCache.lastError, undefined);
	});

	for (const status of [500, 502, 503]) {
		it(`are requested again without user action after a ${status}`, async () => {
			const forge = await start();
			forge.fill(3);
			const { shown, trackerCache } = await show(forge, () => shown.updateRetry());

			forge.line.gateway = status;
			shown.didOpen(ofAna);
			await until(() => trackerCache.lastError !== undefined && !trackerCache.isReading);
			assert.equal(trackerCache.lastError?.status, status);
			shown.updateRetry();
			forge.line.gateway = undefined;
			mock.timers.tick(15_000);
			await until(() => trackerCache.lastError === undefined && trackerCache.tickets.size === 3);
		});
	}
});
