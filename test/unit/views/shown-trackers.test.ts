import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Tickets } from '../../../src/host/tickets.ts';
import type { Account } from '../../../src/signin/connection.ts';
import { placeOf, ShownTrackers } from '../../../src/views/tickets/shown-trackers.ts';
import { stopTheClock, untilSettled as until } from '../base/clock.ts';
import { key, readable, stage } from '../state/forge.ts';

describe('the trackers in the view', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	for (const status of [500, 502, 503]) {
		it(`are asked for again by themselves after a ${status}`, async () => {
			const forge = await start();
			forge.fill(3);
			const account: Account = {
				session: {
					id: key.account,
					instance: 'forge.test',
					account: '~ana',
					door: 'token',
					token: 'ana',
					scopes: null,
					expires: null,
					refresh: null,
					client: null,
				},
				instance: { name: 'forge.test', trackers: 'https://todo.forge.test' },
				connection: { lists: undefined, repositories: undefined, trackers: forge.client('ana') },
			};
			const tickets = await Tickets.open({
				forges: { accounts: [account], onDidChange: () => ({ dispose: () => {} }) },
				folder: await folder(),
				log: readable().log,
			});
			ending(() => tickets.dispose());
			const known = tickets.of(key.account) ?? assert.fail();
			const shown = new ShownTrackers({
				accounts: () => [known],
				changed: () => shown.heed(),
				isVisible: () => true,
				now: Date.now,
			});
			ending(() => shown.dispose());
			const shelf = shown.shelf(known, key);
			shown.draws({ id: placeOf(key), label: 'editor' });

			forge.line.gateway = status;
			shown.opened(key);
			await until(() => shelf.trouble !== undefined && !shelf.reading);
			assert.equal(shelf.trouble?.status, status);
			shown.heed();
			forge.line.gateway = undefined;
			mock.timers.tick(15_000);
			await until(() => shelf.trouble === undefined && shelf.tickets.size === 3);
		});
	}
});
