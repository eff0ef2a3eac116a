import assert from 'node:assert/strict';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { watchedTrackers } from '../../../../src/tickets/state/watched-trackers.ts';
import { accountsOf } from './accounts.ts';
import { bob, readable, stage } from './forge.ts';

describe('The trackers of the inbox', () => {
	const { forge: start, folder, ending } = stage();

	it('are those of all accounts, and report what others do in them', async () => {
		const forge = await start();
		forge.fill(2);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const items = watchedTrackers(tickets, log);
		ending(() => items.dispose());
		await tickets.accounts[0]?.trackers.own.refresh();
		const [, tracker = assert.fail()] = items.watched;
		assert.deepEqual([tracker.account, tracker.server], ['ana', 'https://todo.forge.test']);
		const { signal } = new AbortController();
		const { events: none, cursor } = await tracker.read({ cursor: undefined, deliveries: [], signal });
		assert.deepEqual(none, []);
		forge.trackers.tickets.open(forge.tracker, bob, { title: 'Something new' });
		const { events } = await tracker.read({ cursor, deliveries: [], signal });
		assert.deepEqual(
			events.map(({ kind, title }) => [kind, title]),
			[['created', 'Something new']],
		);
	});
});
