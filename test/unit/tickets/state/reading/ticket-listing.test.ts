import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { OpenedTracker, Tracker } from '../../../../../src/forge/shapes/trackers.ts';
import { ValueCache } from '../../../../../src/platform/state/cache/value-cache.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { TicketListing } from '../../../../../src/tickets/state/reading/ticket-listing.ts';
import { TicketSubscriptions } from '../../../../../src/tickets/state/reading/ticket-subscriptions.ts';
import { dialectOptions } from '../../../../graphql-forge/graphql-api.ts';
import { countedAccount } from '../../../../kit/forge/counted-account.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';

const asSent = (opened: OpenedTracker) => opened;
const key = { account: 'bob', owner: '~ana', tracker: 'editor' };

describe('The tickets of a tracker, page by page', () => {
	const { ending } = stage();
	const { signal } = new AbortController();

	async function start(): Promise<Forge> {
		const forge = await startForge({ port: 0, ...dialectOptions('graphql') });
		ending(() => forge.stop());
		return forge;
	}

	/** `answer` changes what the forge returns for a tracker with its labels and tickets. Without it, the client is as in REST. */
	function open(forge: Forge, answer?: (opened: OpenedTracker) => OpenedTracker) {
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const { graphqlToken = '' } = forge.users.find(({ name }) => name === '~bob') ?? {};
		const instance = { name: 'forge.test', ...forge.addresses };
		let sent = 0;
		const { account, connection } = countedAccount(
			{ instance, me: '~bob', token: graphqlToken, isGraphql: true, onRequest: () => sent++ },
			lifetime,
		);
		const client = connection.trackers;
		const trackerExtras = account.connection.trackerExtras ?? assert.fail();
		const { openTracker } = trackerExtras;
		const trackers: Tracker[] = [];
		const extras = answer && {
			...trackerExtras,
			openTracker: async (...asked: Parameters<typeof openTracker>) => answer(await openTracker(...asked)),
		};
		const pages = new TicketListing({
			...{
				key,
				client,
				extras,
				subscriptions: new TicketSubscriptions(client, extras, () => {}, new Lifetime()),
			},
			didRead: (tracker) => trackers.push(tracker),
		});
		const { owner, tracker } = key;
		const labels = lifetime.add(
			new ValueCache({
				read: async (stop) => {
					for await (const { rows } of client.labels({ owner, tracker }, { signal: stop })) return rows;
					return [];
				},
				log: readable().log,
			}),
		);
		const read = async () => {
			const found = [];
			for await (const { rows } of pages.read(signal)) found.push(rows);
			return found;
		};
		return {
			...{ pages, labels, trackers, read },
			readWithLabels: async () => {
				sent = 0;
				let tickets: Awaited<ReturnType<typeof read>> = [];
				await pages.readWithLabels(labels, async () => {
					tickets = await read();
				});
				return { tickets, requests: sent };
			},
		};
	}

	it('are the same whether the labels come with them or not', async () => {
		const forge = await start();
		const [whole, parts] = [open(forge, asSent), open(forge)];
		const [one, other] = [await whole.readWithLabels(), await parts.readWithLabels()];
		assert.ok(one.tickets.length > 1, 'The demo world has too few tickets.');
		assert.deepEqual(one.tickets, other.tickets);
		assert.deepEqual(whole.labels.value, parts.labels.value);
		assert.ok(whole.labels.value?.length);
		assert.deepEqual([one.requests, other.requests], [one.tickets.length, one.tickets.length + 1]);
		assert.deepEqual([whole.trackers.map(({ name }) => name), parts.trackers], [['editor'], []]);
	});

	it('and the labels are read by themselves if they could not be read at once', async () => {
		const forge = await start();
		const parts = open(forge);
		const expected = await parts.readWithLabels();
		const refuse = () => {
			throw new ForgeError('refused', 'This costs too much.');
		};
		const withoutParts = (opened: OpenedTracker) => ({ ...opened, labels: null, tickets: null });
		for (const [answer, names] of [
			[refuse, []],
			[withoutParts, ['editor']],
		] as const) {
			const whole = open(forge, answer);
			const found = await whole.readWithLabels();
			assert.deepEqual(found, { ...expected, requests: expected.requests + 1 });
			assert.deepEqual(whole.labels.value, parts.labels.value);
			assert.deepEqual(
				whole.trackers.map(({ name }) => name),
				names,
			);
		}
	});
});
