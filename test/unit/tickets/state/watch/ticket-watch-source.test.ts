import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { TicketKey, TrackerKey } from '../../../../../src/platform/model/keys.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { TicketWatchSource } from '../../../../../src/tickets/state/watch/ticket-watch-source.ts';
import { createTrackerWatchSource } from '../../../../../src/tickets/state/watch/tracker-watch-source.ts';
import { accountsOf } from '../../../../kit/forge/ticket-accounts.ts';
import { bob, readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';

const place = { account: 'ana', owner: '~ana', tracker: 'editor' };

describe('The open tickets', () => {
	const { forge: start, folder, ending } = stage();

	async function open({ delayMs = 0 } = {}) {
		const forge = await start();
		forge.fill(3);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn, signOut } = accountsOf(forge, at, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const shown = new Emitter<void>();
		const visible: (TicketKey | TrackerKey)[] = [];
		const pages = { visible, onDidChangeVisible: shown.event };
		const source = new TicketWatchSource({ tickets, pages, delayMs });
		ending(() => source.dispose());
		let changes = 0;
		source.onDidChange(() => (changes += 1));
		const show = (...keys: readonly (TicketKey | TrackerKey)[]) => {
			visible.splice(0, visible.length, ...keys);
			shown.fire();
		};
		const numbers = () => source.watched.map(({ hookTarget }) => hookTarget.params.ticket).join();
		return { forge, tickets, source, show, numbers, signOut, log, changes: () => changes };
	}

	it('are those whose pages are visible, of accounts that are signed in', async () => {
		const { source, show, numbers, tickets, log, signOut } = await open();
		assert.equal(numbers(), '');
		show({ ...place, ticket: 1 }, place, { ...place, ticket: 2 }, { ...place, account: 'bob', ticket: 3 });
		await until(() => numbers() === '1,2');
		const [ticket = assert.fail()] = source.watched;
		assert.deepEqual(
			[ticket.account, ticket.server, ticket.hookTarget],
			[
				'ana',
				'https://todo.forge.test',
				{ family: 'ticket', params: { owner: '~ana', tracker: 'editor', ticket: '1' } },
			],
		);
		const trackers = createTrackerWatchSource(tickets, log);
		ending(() => trackers.dispose());
		await tickets.accounts[0]?.trackers.own.refresh();
		assert.ok(trackers.watched.some(({ id }) => id === ticket.partOf));
		await signOut('ana');
		await until(() => numbers() === '');
	});

	it('change once while the user looks through many', async () => {
		const { show, numbers, changes } = await open({ delayMs: 30 });
		for (const ticket of [1, 2, 3]) show({ ...place, ticket });
		await until(() => numbers() === '3');
		await setTimeout(40);
		assert.equal(changes(), 1);
	});

	it('are read with their events, so that their pages show them', async () => {
		const { forge, tickets, source, show, numbers } = await open();
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const cache = tickets.trackerCache(place, lifetime) ?? assert.fail();
		show({ ...place, ticket: 1 });
		await until(() => numbers() === '1');
		const read = async () =>
			source.watched[0]?.read({ cursor: undefined, deliveries: [], signal: new AbortController().signal });
		const news = (hasChanged: boolean) => ({ events: [], cursor: undefined, hasChanged });
		assert.deepEqual(await read(), news(true));
		assert.deepEqual(await read(), news(false));
		const [ticket = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(ticket, bob, { comment: 'I see this too.' });
		assert.deepEqual(await read(), news(true));
		assert.equal(cache.discussions.of(1).value?.at(-1)?.comment?.text, 'I see this too.');
		show({ ...place, ticket: 99 });
		await until(() => numbers() === '99');
		await assert.rejects(read(), { kind: 'missing' });
	});
});
