import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { placeOf, ShownTrackers } from '../../../../src/tickets/view/shown-trackers.ts';
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
			isVisible: () => true,
			now: Date.now,
		});
		ending(() => shown.dispose());
		const trackerCache = shown.trackerCache(account, ofAna);
		shown.draws({ id: placeOf(ofAna), label: '' });
		return { shown, trackerCache };
	}

	it('are requested again, at growing intervals, until they are reached', async () => {
		const forge = await start();
		const { shown, trackerCache } = await show(forge, () => {});
		forge.line.lost = /./;
		const asked = () => forge.asked.filter((one) => /tickets$/.test(one)).length;
		shown.opened(ofAna);
		await until(() => asked() === 1 && !trackerCache.reading);
		for (const [times, seconds] of [15, 30, 60, 120].entries()) {
			mock.timers.tick(seconds * 1000);
			await until(() => asked() === times + 2 && !trackerCache.reading);
		}
		forge.line.lost = undefined;
		mock.timers.tick(240_000);
		await until(() => trackerCache.complete);
		assert.equal(trackerCache.trouble, undefined);
	});

	for (const status of [500, 502, 503]) {
		it(`are requested again without user action after a ${status}`, async () => {
			const forge = await start();
			forge.fill(3);
			const { shown, trackerCache } = await show(forge, () => shown.heed());

			forge.line.gateway = status;
			shown.opened(ofAna);
			await until(() => trackerCache.trouble !== undefined && !trackerCache.reading);
			assert.equal(trackerCache.trouble?.status, status);
			shown.heed();
			forge.line.gateway = undefined;
			mock.timers.tick(15_000);
			await until(() => trackerCache.trouble === undefined && trackerCache.tickets.size === 3);
		});
	}
});
