import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { Queues } from '../../../../src/forge/wire/queue.ts';
import type { Fetch } from '../../../../src/forge/wire/transport.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { type Area, createConnection } from '../../../../src/signin/connections/connection.ts';
import { Renewal } from '../../../../src/signin/connections/renewal.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import type { Session } from '../../../../src/signin/sessions/session.ts';
import { people, startGraphqlArea } from '../../../kit/forge/graphql-area.ts';
import { instanceOf } from '../../../kit/forge/person.ts';
import { plainTransport } from '../../../kit/forge/plain-transport.ts';
import { openWindow } from '../../../kit/window/sign-in-window.ts';

describe('The connection of an account', () => {
	const transport = plainTransport();
	let forge: Forge;
	before(async () => {
		forge = await startForge({ port: 0 });
	});
	after(async () => {
		await forge.stop();
		transport.dispose();
	});

	/** While `isCut` is true, there is no network. */
	async function connectAna(
		areas: readonly Area[],
		network = { isCut: false },
		graphql: readonly Area[] = [],
		asked: string[] = [],
	) {
		const { token = '' } = forge.users.find(({ name }) => name === '~ana') ?? {};
		const { name, identity, ...addresses } = instanceOf(forge);
		const has = ([area]: readonly [string, unknown]) => areas.some((one) => one === area);
		const instance = { name, ...Object.fromEntries(Object.entries(addresses).filter(has)) };
		return connectTo(instance, { account: '~ana', token }, graphql, (...request) => {
			asked.push(`${request[1].method} ${new URL(request[0]).pathname}`);
			return network.isCut ? Promise.reject(new TypeError('fetch failed')) : transport.fetch(...request);
		});
	}

	async function connectTo(
		instance: Instance,
		who: { readonly account: string; readonly token: string; readonly scopes?: readonly string[] },
		graphql: readonly Area[],
		fetch: Fetch,
	) {
		const { registry, log, place } = openWindow();
		const { id } = await registry.put({
			...{ scopes: null, ...who, instance: instance.name, method: 'token' },
			...{ expires: null, refresh: null, client: null },
		});
		const connection = createConnection({
			...{ id, instance, graphql, fetch, log, queues: new Queues(), agent: 'Tildeforge/test' },
			renewal: new Renewal({
				...{ registry, log, storage: fileStorage(place, log) },
				fetchNext: () => Promise.reject(new Error('not in this test')),
				isTokenInvalid: async () => true,
				discard: async () => {},
			}),
		});
		return { connection, registry, id, session: registry.get(id) ?? assert.fail() };
	}

	it('creates, lists and removes webhooks of any family', async () => {
		const { connection, session } = await connectAna(['lists', 'repositories', 'trackers']);
		const answered: Area[] = [];
		connection.onDidAnswer((area) => answered.push(area));
		const url = 'http://127.0.0.1:9/';
		for (const [family, event] of [
			['trackersUser', 'tracker:create'],
			['listsUser', 'list:create'],
			['repositoriesUser', 'repo:create'],
		] as const) {
			const webhooks = connection.webhooks(family, session) ?? assert.fail();
			const { id } = await webhooks.createHook({}, { url, events: [event] });
			assert.deepEqual(
				(await listAll(webhooks.hooks({}))).map((hook) => [hook.id, hook.events]),
				[[id, [event]]],
			);
			await webhooks.deleteHook({ hook: id });
			assert.deepEqual(await listAll(webhooks.hooks({})), []);
		}
		assert.deepEqual([...new Set(answered)], ['trackers', 'lists', 'repositories']);
	});

	it('knows which areas the last request could not reach', async () => {
		const network = { isCut: true };
		const { connection } = await connectAna(['trackers', 'lists'], network);
		const { losses, trackers = assert.fail() } = connection;
		const lost: Area[] = [];
		losses.onDidLose((area) => lost.push(area));
		for (let times = 0; times < 2; times++)
			await assert.rejects(trackers.createTicket({ owner: '~ana', tracker: 'editor' }, { title: 'A' }), {
				kind: 'offline',
			});
		assert.deepEqual(
			[lost, losses.of('trackers')?.error.kind, losses.of('lists')],
			[['trackers'], 'offline', undefined],
		);
		network.isCut = false;
		await listAll(trackers.trackers({}));
		assert.equal(losses.of('trackers'), undefined);
	});

	it('has only webhooks of the areas that the forge has', async () => {
		const { connection, session } = await connectAna(['lists']);
		assert.equal(connection.webhooks('tracker', session), undefined);
		assert.equal(connection.webhooks('repository', session), undefined);
		assert.ok(connection.webhooks('list', session));
	});

	it('asks each area in its dialect', async () => {
		const asked: string[] = [];
		const areas = ['lists', 'repositories', 'trackers'] as const;
		for (const area of areas) {
			const { connection } = await connectAna(areas, undefined, [area], asked);
			for (const one of areas) {
				const client = connection[one] ?? assert.fail();
				// This forge speaks REST only.
				if (one === area) await assert.rejects(client.user({}), { kind: 'busy' });
				else await client.user({});
			}
		}
		const [rest, graphql] = ['GET /api/user', 'POST /query'];
		assert.deepEqual(
			asked.filter((one) => one === rest || one === graphql),
			[graphql, rest, rest, rest, graphql, rest, rest, rest, graphql],
		);
	});

	it('has what only GraphQL offers of the areas that are asked in it', async () => {
		const areas = ['lists', 'repositories', 'trackers'] as const;
		for (const graphql of [[], ...areas.map((area) => [area])]) {
			const { connection } = await connectAna(areas, undefined, graphql);
			const { listExtras, repositoryExtras, trackerExtras } = connection;
			const extras = { lists: listExtras, repositories: repositoryExtras, trackers: trackerExtras };
			assert.deepEqual(
				areas.filter((area) => extras[area] !== undefined),
				graphql,
			);
		}
	});

	it('asks for the webhooks of each area in its dialect', async () => {
		const asked: string[] = [];
		const { connection, session } = await connectAna(['lists', 'trackers'], undefined, ['lists'], asked);
		const inLists = connection.webhooks('listsUser', session) ?? assert.fail();
		const inTrackers = connection.webhooks('trackersUser', session) ?? assert.fail();
		// This forge speaks REST only.
		await assert.rejects(listAll(inLists.hooks({})), { kind: 'busy' });
		assert.deepEqual(await listAll(inTrackers.hooks({})), []);
		const calls = ['POST /query', 'GET /api/user/webhooks'];
		assert.deepEqual(
			asked.filter((one) => calls.includes(one)),
			calls,
		);
	});

	it('changes the tickets of the tracker that was read last under its name, also in what only GraphQL offers', async () => {
		const area = await startGraphqlArea('trackers');
		try {
			const { trackers } = area;
			const openTicket = () => {
				const tracker = trackers.create('owner', { name: 'editor' });
				return { tracker, ticket: trackers.tickets.open(tracker, people.owner, { title: 'It is slow' }) };
			};
			const before = openTicket();
			const { connection } = await connectTo(
				{ name: 'forge.test', trackers: area.address },
				{ account: '~owner', token: area.token('owner') },
				['trackers'],
				transport.fetch,
			);
			const { trackers: reads = assert.fail(), trackerExtras: extras = assert.fail() } = connection;
			const place = { owner: '~owner', tracker: 'editor', ticket: 1 };
			await extras.editTicket(place, { title: 'It was slow' });
			trackers.update(before.tracker, { name: 'old-editor' });
			const after = openTicket();
			await reads.ticket(place);
			await extras.editTicket(place, { title: 'It is fast' });
			assert.deepEqual([before.ticket.title, after.ticket.title], ['It was slow', 'It is fast']);
		} finally {
			await area.stop();
		}
	});

	it('has the hub if services are asked in GraphQL and the token may read projects', async () => {
		const area = await startGraphqlArea('hub');
		try {
			const instance = { name: 'forge.test', lists: 'http://127.0.0.1:3', hub: area.address };
			const connect = (graphql: readonly Area[], scopes?: readonly string[]) => {
				const who = { account: '~other', token: area.token('other'), ...(scopes && { scopes }) };
				return connectTo(instance, who, graphql, transport.fetch);
			};
			const mayRead = ['lists.sr.ht/lists:read', 'hub.sr.ht/projects:read'];
			for (const scopes of [undefined, mayRead, ['*']]) {
				const { connection } = await connect(['lists'], scopes);
				const { projects } = (await connection.hub()?.projects({ owner: '~owner' })) ?? assert.fail();
				assert.equal(projects.length, 1);
			}
			assert.equal((await connect([], mayRead)).connection.hub(), undefined);
			const { connection, registry, id } = await connect(['lists'], ['lists.sr.ht/lists:read']);
			assert.equal(connection.hub(), undefined);
			// The user signs in again.
			await registry.put({ ...(registry.get(id) ?? assert.fail()), scopes: mayRead });
			assert.notEqual(connection.hub(), undefined);
			const { hub: _, ...withoutHub } = instance;
			const who = { account: '~other', token: area.token('other') };
			const other = await connectTo(withoutHub, who, ['lists'], transport.fetch);
			assert.equal(other.connection.hub(), undefined);
			const moved = { ...instance, lists: 'https://lists.new.example' };
			const afterMove = await connectTo(moved, who, ['lists'], transport.fetch);
			assert.equal(afterMove.connection.hub(), undefined, 'the hub is in another domain than the services');
		} finally {
			await area.stop();
		}
	});

	it('sends what concerns webhooks with the token of a given session, which it neither renews nor ends', async () => {
		const { connection, registry, id, session } = await connectAna(['trackers']);
		await registry.put({ ...session, token: 'f'.repeat(32) });
		const hook = { url: 'http://127.0.0.1:9/', events: ['tracker:create'] };
		const create = (one: Session) => connection.webhooks('trackersUser', one)?.createHook({}, hook);
		await create(session);
		const current = registry.get(id) ?? assert.fail();
		await assert.rejects(async () => create(current), { kind: 'signed-out' });
		assert.equal(registry.get(id), current);
	});
});
