import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { AccountCaches } from '../../../../src/platform/state/account-caches.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import { openTicket } from '../../../../src/tickets/state/open-ticket.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { countedAccount } from '../../../kit/forge/counted-account.ts';
import { fixedAccounts } from '../../../kit/forge/fixed-accounts.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';

const path = { owner: '~ana', name: 'editor' };

describe('A ticket that is opened', () => {
	const { folder, ending } = stage();
	const { signal } = new AbortController();

	async function start(...drift: readonly Quirk[]): Promise<Forge> {
		const forge = await startForge({ port: 0, drift, ...dialectOptions('graphql') });
		ending(() => forge.stop());
		return forge;
	}

	/**
	 * A window of bob on a forge that speaks GraphQL. `isWhole`: whether a ticket can be asked for with all that its page shows, which the
	 * forge may refuse.
	 */
	async function open(forge: Forge, isWhole: boolean, refusal?: ForgeError) {
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const { graphqlToken = '' } = forge.users.find(({ name }) => name === '~bob') ?? {};
		const instance = { name: 'forge.test', ...forge.addresses };
		let sent = 0;
		const { account } = countedAccount(
			{ instance, me: '~bob', token: graphqlToken, isGraphql: true, onRequest: () => sent++ },
			lifetime,
		);
		const { trackerExtras } = account.connection;
		const refusing = trackerExtras && {
			...trackerExtras,
			...(refusal && { openTicket: () => Promise.reject(refusal) }),
		};
		const connection = { ...account.connection, trackerExtras: isWhole ? refusing : undefined };
		const at = await folder();
		const { log } = readable();
		const forges = fixedAccounts([{ ...account, connection }], new AccountCaches(join(at, 'cache'), log));
		const tickets = lifetime.add(await Tickets.open({ forges, folder: at, log }));
		const opened = tickets.of('bob') ?? assert.fail();
		const cache = opened.trackers.cache(path, lifetime);
		await cache.open();
		return {
			cache,
			/** How many requests it takes to open a ticket. */
			read: async (ticket: number) => {
				sent = 0;
				await openTicket(opened, cache, ticket, signal);
				await cache.labels.readIfUnknown();
				return sent;
			},
			/** What the page of a ticket shows. */
			shown: (ticket: number) => ({
				ticket: cache.tickets.get(ticket),
				events: cache.discussions.of(ticket).value,
				labels: cache.labels.value,
				permissions: opened.permissions.tracker(cache.key),
			}),
		};
	}

	it('shows the same whether it is read with one request or in parts', async () => {
		const forge = await start();
		const [whole, parts] = [await open(forge, true), await open(forge, false)];
		assert.deepEqual([await whole.read(1), await parts.read(1)], [1, 4]);
		await whole.cache.refresh();
		const numbers = [...whole.cache.tickets.keys()];
		assert.ok(numbers.length > 20, 'The demo world has too few tickets.');
		for (const number of numbers) {
			await whole.read(number);
			await parts.read(number);
			assert.deepEqual(whole.shown(number), parts.shown(number), `#${number}`);
		}
		assert.ok(whole.shown(1).permissions && whole.shown(1).labels);
		assert.equal(typeof whole.cache.subscriptions.of(1), 'boolean');
	});

	it('is read in parts if the forge refuses to answer for all of them at once', async () => {
		const window = await open(await start('cost-limit'), true);
		assert.equal(await window.read(1), 5);
		const { ticket, events = [], permissions } = window.shown(1);
		assert.ok(ticket && events.length > 0 && permissions);
	});

	for (const kind of ['forbidden', 'missing'] as const)
		it(`is read in parts if one of them is ${kind}`, async () => {
			const window = await open(await start(), true, new ForgeError(kind, 'No.'));
			await window.read(1);
			assert.ok(window.shown(1).ticket);
		});

	for (const quirks of [[], ['missing-ticket-nulls-tracker']] as const)
		it(`that does not exist is missing, and one that was deleted leaves the list, with ${quirks.join() || 'no quirks'}`, async () => {
			const forge = await start(...quirks);
			const window = await open(forge, true);
			await assert.rejects(window.read(4711), { kind: 'missing' });
			await window.cache.refresh();
			const { graphqlToken = '' } = forge.users.find(({ name }) => name === '~ana') ?? {};
			const response = await fetch(`${forge.addresses.trackers}/query`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${graphqlToken}`, 'Content-Type': 'application/json' },
				body: JSON.stringify({ query: 'mutation { deleteTicket(trackerId: 1, ticketId: 1) { id } }' }),
			});
			assert.equal(response.status, 200);
			assert.ok(window.cache.tickets.has(1));
			await assert.rejects(window.read(1), { kind: 'missing' });
			assert.ok(!window.cache.tickets.has(1));
		});
});
