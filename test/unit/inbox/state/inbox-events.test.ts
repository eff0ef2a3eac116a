import assert from 'node:assert/strict';
import type { Rule } from '../../../../src/inbox/model/rules.ts';
import { EventStore } from '../../../../src/inbox/state/event-store.ts';
import { InboxEvents } from '../../../../src/inbox/state/inbox-events.ts';
import { fileStorage } from '../../../../src/platform/state/files.ts';
import type { Account } from '../../../../src/signin/connection.ts';
import { readable, stage } from '../../tickets/state/forge.ts';
import { ticketEvent } from '../events.ts';

const eventOf = (account: string, key: string) => {
	const place = { account, owner: '~ana', tracker: 'editor' };
	return ticketEvent({ key, place, item: { ...place, ticket: 1 }, at: new Date().toISOString() });
};

describe('The events of the inbox', () => {
	const { folder, ending } = stage();

	/** A window with two accounts, whose stores hear of no changes. */
	async function open(at: string, rules: readonly Rule[] = []) {
		const { log } = readable();
		const storage = { ...fileStorage(at, log), watch: () => ({ dispose: () => {} }) };
		const stores = ['ana', 'carol'].map((id) => ({
			id,
			store: new EventStore({ storage, account: id, log, isToNotify: () => true }),
		}));
		for (const { store } of stores) {
			ending(() => store.dispose());
			await store.open();
		}
		const all = stores.map(({ id, store }) => ({
			...({ session: { id, account: `~${id}` } } as Account),
			events: store,
			deliveries: new Map(),
		}));
		return {
			events: new InboxEvents({ accounts: { all }, rules: { rules }, log }),
			stores: stores.map(({ store }) => store),
		};
	}

	it('are marked in the store of their account, and read from other windows', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		const [ofAna, ofBob] = [eventOf('ana', 'same'), eventOf('carol', 'same')];
		await one.stores[0]?.append([ofAna]);
		await one.stores[1]?.append([ofBob]);
		await one.events.markSeen([ofBob]);
		assert.equal(other.events.entries.length, 0);
		await other.events.read();
		assert.deepEqual(
			other.events.entries.map(({ event, seenAt }) => [event.place.account, seenAt !== undefined]),
			[
				['ana', false],
				['carol', true],
			],
		);
	});

	it('are due if a rule wants it, once, and are left out if a rule ignores them', async () => {
		const at = await folder();
		const { events, stores } = await open(at, [{ action: 'notify' }, { event: 'status', action: 'ignore' }]);
		const [shown, ignored] = [
			eventOf('ana', 'shown'),
			{ ...eventOf('ana', 'ignored'), kind: 'status' as const },
		];
		await stores[0]?.append([shown, ignored]);
		assert.deepEqual(
			events.entries.map(({ event }) => event.key),
			['shown'],
		);
		const { due } = events;
		assert.deepEqual([due.length, due[0]?.me], [1, '~ana']);
		assert.deepEqual([(await events.claimDue(due)).length, (await events.claimDue(due)).length], [1, 0]);
		await events.didNotify([shown]);
		assert.deepEqual(events.due, []);
	});
});
