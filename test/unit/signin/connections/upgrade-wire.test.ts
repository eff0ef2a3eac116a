import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Call, Wire } from '../../../../src/forge/client/connect.ts';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { createConnection } from '../../../../src/signin/connections/connection.ts';
import { Renewal } from '../../../../src/signin/connections/renewal.ts';
import { withUpgrade } from '../../../../src/signin/connections/upgrade-wire.ts';
import type { Service } from '../../../../src/signin/instances/instance.ts';
import { type Dialect, dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { agent, instanceOf, network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { ana, openWindow } from '../../../kit/window/sign-in-window.ts';

const call: Call = {
	...{ method: 'GET', isWrite: false, route: '/a', path: '/a', query: {}, body: undefined, scope: null },
	signal: undefined,
};
const missing = new ForgeError('missing', 'Not found.', { status: 404 });
const upgraded = new ForgeError('busy', 'The forge was upgraded.');

describe('A call in REST', () => {
	const clock = stopTheDate(0);
	/** A wire whose calls all fail with an error. */
	function open(error: unknown, result: ForgeError | undefined) {
		let probes = 0;
		const fail = () => Promise.reject(error);
		const below: Wire = { json: fail, bytes: fail, nothing: fail, report: () => {} };
		const handleUpgrade = async () => {
			probes += 1;
			return result;
		};
		const wire = withUpgrade(below, handleUpgrade);
		const failures = () =>
			Promise.all(
				[wire.json(call), wire.bytes(call), wire.nothing(call)].map((sent) =>
					sent.then(
						() => 'good',
						(reason: unknown) => reason,
					),
				),
			);
		return { failures, wire, probes: () => probes };
	}

	it('that finds nothing fails as the wire below if the service still speaks REST, which is probed once', async () => {
		const { failures, probes } = open(missing, undefined);
		assert.deepEqual(await failures(), [missing, missing, missing]);
		await failures();
		assert.equal(probes(), 1);
		clock.now = 10 * 60_000;
		await failures();
		assert.equal(probes(), 2);
	});

	it('that finds nothing where there was something probes the service, even if something else was missing before', async () => {
		const { wire, failures, probes } = open(missing, undefined);
		await failures();
		const other = () => assert.rejects(wire.json({ ...call, path: '/b' }), missing);
		await other();
		assert.equal(probes(), 1);
		clock.now = 15_000;
		await other();
		await failures();
		assert.equal(probes(), 1, 'both are known to be missing');
		await assert.rejects(wire.json({ ...call, path: '/c' }), missing);
		assert.equal(probes(), 2);
	});

	it('that finds nothing probes the service again after a probe that failed', async () => {
		const results = [() => Promise.reject(new Error('the disk is full')), async () => upgraded];
		const below: Wire = { ...open(missing, undefined).wire, json: () => Promise.reject(missing) };
		const wire = withUpgrade(below, () => results.shift()?.() ?? assert.fail());
		await assert.rejects(wire.json(call), /the disk is full/);
		await assert.rejects(wire.json(call), upgraded);
	});

	for (const error of [
		new ForgeError('missing', 'Not found here.'),
		new ForgeError('forbidden', 'No.', { status: 403 }),
		new TypeError('a bug'),
	]) {
		it(`probes nothing if it fails with ${error.name}: ${error.message}`, async () => {
			const { failures, probes } = open(error, upgraded);
			assert.deepEqual([await failures(), probes()], [[error, error, error], 0]);
		});
	}

	it('does not wait for the probe once it was aborted', async () => {
		const below: Wire = { ...open(missing, undefined).wire, json: () => Promise.reject(missing) };
		const wire = withUpgrade(below, () => new Promise(() => {}));
		const controller = new AbortController();
		const sent = wire.json({ ...call, signal: controller.signal });
		const reason = new Error('left');
		controller.abort(reason);
		await assert.rejects(sent, reason);
	});
});

describe('A session of a forge that was upgraded', () => {
	const { context, asked, queues } = network();
	const { site } = webSites();
	let forge: Forge;
	afterEach(() => forge.stop());

	/** The session was stored while the forge spoke REST, or its trackers GraphQL. */
	async function open(dialect: Dialect, tokenName: 'token' | 'graphqlToken', graphql?: readonly Service[]) {
		forge = await startForge({ port: 0, ...dialectOptions(dialect) });
		const token = forge.users.find(({ name }) => name === '~ana')?.[tokenName] ?? assert.fail();
		const { registry, log, place } = openWindow();
		const instance = instanceOf(forge);
		const { id } = await registry.put({
			...ana,
			instance: instance.name,
			method: 'token',
			token,
			refresh: null,
			...(graphql && { graphql }),
		});
		const renewal = new Renewal({
			...{ registry, log, storage: fileStorage(place, log) },
			fetchNext: () => Promise.reject(new Error('not in this test')),
			isTokenInvalid: () => Promise.reject(new Error('not in this test')),
			discard: async () => {},
		});
		const connect = (trackers = instance.trackers ?? '') => {
			const graphql = registry.get(id)?.graphql;
			const { fetch } = context;
			return createConnection({
				...{ id, graphql, renewal, fetch, queues, agent, log },
				instance: { ...instance, trackers },
			});
		};
		return { registry, id, connect, place };
	}
	const trackersOf = ({ trackers = assert.fail() }: ReturnType<typeof createConnection>) =>
		listAll(trackers.trackers({}));

	it('goes on in GraphQL with a token that can be used there', async () => {
		const { registry, id, connect } = await open('graphql', 'graphqlToken');
		const connection = connect();
		const calls = await Promise.allSettled([trackersOf(connection), trackersOf(connection)]);
		assert.deepEqual(
			calls.map((outcome) => outcome.status === 'rejected' && outcome.reason.kind),
			['busy', 'busy'],
		);
		assert.deepEqual(registry.get(id)?.graphql, ['trackers']);
		assert.ok((await trackersOf(connect())).length > 0);
		assert.equal(asked.filter((request) => request === 'GET /query/api-meta.json').length, 1);
	});

	it('is not said to lack anything while that cannot be stored', async () => {
		const { connect, place } = await open('graphql', 'graphqlToken');
		writeFileSync(`${place}/turns`, 'no folder');
		await assert.rejects(trackersOf(connect()), {
			kind: 'busy',
			message: /could not be written to the disk/,
		});
	});

	it('ends with a token of the older form, and says why', async () => {
		const { registry, id, connect } = await open('graphql', 'token');
		await assert.rejects(trackersOf(connect()), {
			kind: 'signed-out',
			message: /^example\.org was upgraded and needs a new token/,
		});
		assert.equal(registry.get(id), undefined);
		assert.deepEqual(
			registry.ended.map(({ ending }) => ending),
			['outdated'],
		);
	});

	it('goes on in REST if the upgrade was undone', async () => {
		const { registry, id, connect } = await open('rest', 'token', ['lists', 'trackers']);
		await assert.rejects(trackersOf(connect()), { kind: 'busy', message: /^example\.org was downgraded/ });
		assert.deepEqual(registry.get(id)?.graphql, ['lists']);
		assert.ok((await trackersOf(connect())).length > 0);
	});

	it('does not go on in REST because something is missing, or the service is something else for a while', async () => {
		const { registry, id, connect } = await open('both', 'graphqlToken', ['trackers']);
		const before = registry.get(id);
		await assert.rejects(trackersOf(connect(forge.addresses.lists)));
		const { trackers = assert.fail() } = connect();
		await assert.rejects(trackers.tracker({ owner: '~ana', tracker: 'nothing' }), { kind: 'missing' });
		assert.deepEqual(registry.get(id), before);
	});

	for (const [status, body] of [
		[503, ''],
		[429, ''],
		[403, '<!doctype html>'],
		[200, '<!doctype html>'],
	] as const)
		it(`does not go on in REST while it is unknown whether there is still GraphQL: ${status}`, async () => {
			const { registry, id, connect } = await open('both', 'graphqlToken', ['trackers']);
			const before = registry.get(id);
			const rest = { '/api/version': [200, '{"version":"1"}'], '/api/trackers': [401, ''] } as const;
			const address = await site({
				...{ '*': [404, ''], ...rest },
				'/query/api-meta.json': [status, body],
			});
			await assert.rejects(trackersOf(connect(address)), { kind: 'busy', message: /not available/ });
			assert.deepEqual(registry.get(id), before);
		});

	it('does not lose what it knows if the service is something else for a while', async () => {
		const { registry, id, connect } = await open('rest', 'token');
		const before = registry.get(id);
		await assert.rejects(trackersOf(connect(forge.addresses.lists)), { kind: 'busy' });
		assert.deepEqual(registry.get(id), before);
	});

	for (const dialect of ['rest', 'both'] as const) {
		it(`stays as it is if something is missing in REST: ${dialect}`, async () => {
			const { registry, id, connect } = await open(dialect, 'token');
			const { trackers = assert.fail() } = connect();
			const before = registry.get(id);
			for (let times = 0; times < 2; times++)
				await assert.rejects(trackers.tracker({ owner: '~ana', tracker: 'nothing' }), { kind: 'missing' });
			assert.deepEqual(registry.get(id), before);
			assert.equal(asked.filter((request) => request === 'GET /query/api-meta.json').length, 1);
		});
	}
});
