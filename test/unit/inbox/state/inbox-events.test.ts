import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Rule } from '../../../../src/inbox/model/rules.ts';
import { InboxEvents } from '../../../../src/inbox/state/inbox-events.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { settle } from '../../../kit/window/clock.ts';
import { ticketEvent } from '../events.ts';

const eventOf = (account: string, key: string) => {
	const place = { account, owner: '~ana', tracker: 'editor' };
	return ticketEvent({
		key,
		by: '~carol',
		place,
		item: { ...place, ticket: 1 },
		at: new Date().toISOString(),
	});
};

describe('The events of the inbox', () => {
	const { forge: start, folder, ending } = stage();

	/** A window with two accounts, whose stores hear of no changes. */
	async function open(at: string, rules: readonly Rule[] = []) {
		const { log } = readable();
		const storage = { ...fileStorage(at, log), watch: () => ({ dispose: () => {} }) };
		const { forges, signIn } = accountsOf(await start(), at, log);
		for (const name of ['ana', 'bob'] as const) signIn(name);
		const onDidChange = new Emitter<void>().event;
		const events = await InboxEvents.open({
			...{ forges, storageOf: () => storage, log },
			rules: { rules, onDidChange },
		});
		ending(() => events.dispose());
		const storeOf = (account: string) => events.accountOf(account)?.events ?? assert.fail();
		return { events, forges, storeOf };
	}

	it('are marked in the store of their account, and read from other windows', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		const [ofAna, ofBob] = [eventOf('ana', 'same'), eventOf('bob', 'same')];
		await one.storeOf('ana').append([ofAna]);
		await one.storeOf('bob').append([ofBob]);
		await one.events.markSeen([ofBob]);
		assert.equal(other.events.entries.length, 0);
		await other.events.read();
		assert.deepEqual(
			other.events.entries.map(({ event, seenAt }) => [event.place.account, seenAt !== undefined]),
			[
				['ana', false],
				['bob', true],
			],
		);
	});

	it('stay unseen if the user says so while events of another account are being marked', async () => {
		const { events, storeOf } = await open(await folder());
		const [ofAna, ofBob] = [eventOf('ana', 'one'), eventOf('bob', 'other')];
		await storeOf('ana').append([ofAna]);
		await storeOf('bob').append([ofBob]);
		const marking = events.markSeen([ofAna, ofBob]);
		await settle();
		await events.markUnseen([ofBob]);
		await marking;
		assert.deepEqual(
			events.entries.map(({ seenAt }) => seenAt !== undefined),
			[true, false],
		);
	});

	it('that were too many count as seen when the user marks all, even if the rules hide all others', async () => {
		const rules: Rule[] = [];
		const { events, storeOf } = await open(await folder(), rules);
		await storeOf('ana').append(Array.from({ length: 1001 }, (_, nth) => eventOf('ana', `event ${nth}`)));
		const leftOut = () => events.losses.find(({ account }) => account === 'ana')?.leftOut;
		assert.equal(leftOut(), 1);
		rules.push({ event: 'commented', action: 'ignore' });
		let changes = 0;
		events.onDidChange(() => changes++);
		await events.markAllSeen();
		assert.deepEqual([events.entries, leftOut(), changes], [[], 0, 1]);
	});
});
