import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { Discovery } from '../../../../src/signin/instances/discovery.ts';
import {
	type AddressName,
	allAddresses,
	allServices,
	type Instance,
	type Service,
} from '../../../../src/signin/instances/instance.ts';
import { readMetadata } from '../../../../src/signin/instances/metadata.ts';
import { probe } from '../../../../src/signin/instances/probe.ts';
import { identify } from '../../../../src/signin/methods/identify.ts';
import { dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { until } from '../../../tools/until.ts';

const never = new AbortController().signal;

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

describe('The service at an address', () => {
	const { context } = network();
	const { site, nowhere } = webSites();
	const found = async (service: Service, address: string) => {
		const finding = await probe(context, service, address, never);
		return finding.kind === 'good' ? 'good' : `${finding.kind}: ${finding.message}`;
	};

	for (const service of allServices) {
		it(`is recognized as ${service} and as no other service`, async () => {
			for (const there of allServices) {
				const kind = (await found(service, forge.addresses[there])).split(':')[0];
				assert.equal(kind, there === service ? 'good' : 'other', `${service} at the address of ${there}`);
			}
			assert.equal(await found(service, `${forge.addresses[service]}/`), 'good');
		});

		it(`is rejected as ${service} if it is something else or cannot be reached`, async () => {
			const page = '<!doctype html><title>Welcome</title>';
			const sites: readonly [address: string, found: RegExp][] = [
				[await site({ '*': [200, page] }), /^other: A server responded, but/],
				[await site({ '*': [404, page] }), /^other: A server responded, but/],
				[await site({ '*': [200, '{}'] }), /^other: A server responded, but/],
				[await site({ '*': [200, '[]'] }), /^other: A server responded, but/],
				[await site({ '*': [500, page] }), /^away: 127\.0\.0\.1:\d+ has a problem at the moment\.$/],
				[await site({ '*': [429, page] }), /^away: 127\.0\.0\.1:\d+ is busy at the moment\.$/],
				[
					await site({ '*': [302, '', { Location: 'https://elsewhere.example/' }] }),
					/^away: 127\.0\.0\.1:\d+ redirects to https:\/\/elsewhere\.example\. Tildeforge does not follow redirects to other hosts\. If/,
				],
				[await nowhere(), /^away: 127\.0\.0\.1:\d+ refused the connection\.$/],
				['https://forge.invalid', /^away: /],
				[
					'not an address',
					/^away: "not an address.*" is not a web address, such as https:\/\/lists\.example\.org\.$/,
				],
				[
					'http://forge.example.org',
					/^away: The connection to forge\.example\.org would not be encrypted.* "allowHttp": true .*tildeforge\.instances/,
				],
				[
					'https://ana:secret@forge.example.org',
					/^away: The address of forge\.example\.org must not contain a user name/,
				],
				[
					'http://127.0.0.1/?q',
					/^away: The address of 127\.0\.0\.1 must not contain a user name, password or query/,
				],
				[`${await nowhere()}/a|b`, /^away: 127/],
			];
			for (const [address, expected] of sites) assert.match(await found(service, address), expected, address);
		});
	}

	it('is recognized as a forge from before OAuth 2.0 if it redirects to its login page', async () => {
		const olderPaths = { '*': [404, ''], '/login': [200, 'Log in'] } as const;
		const there = await site({ ...olderPaths, '/oauth/personal-token': [302, '', { Location: '/login' }] });
		const finding = await probe(context, 'identity', there, never);
		assert.deepEqual(finding, { kind: 'good', hasOAuth: false, graphql: 'no' });
		const current = await probe(context, 'identity', forge.addresses.identity, never);
		assert.deepEqual([current.kind, Object(current).hasOAuth], ['good', true]);
		assert.ok(Object(current).metadata.scopes.includes('tickets:write'));
	});

	it('is not mistaken for something else while a part of it is busy', async () => {
		const healthy = {
			'*': [404, ''],
			'/api/version': [200, '{"version":"1"}'],
			'/api/lists': [401, ''],
			'/login': [200, 'Log in'],
			'/oauth/personal-token': [302, '', { Location: '/login' }],
		} as const;
		assert.equal(await found('lists', await site(healthy)), 'good');
		assert.equal(await found('identity', await site(healthy)), 'good');
		const parts = [
			['lists', '/api/version'],
			['lists', '/api/lists'],
			['identity', '/oauth/personal-token'],
			['identity', '/.well-known/oauth-authorization-server'],
		] as const;
		for (const [service, path] of parts) {
			for (const status of [429, 500, 503]) {
				const address = await site({ ...healthy, [path]: [status, ''] });
				assert.match(await found(service, address), /^away: .* at the moment\.$/, `${path} ${status}`);
			}
		}
	});
});

describe('The metadata of a sign-in service', () => {
	const { context } = network();
	const { site } = webSites();
	const path = '/.well-known/oauth-authorization-server';
	const at = (address: string, more: object = {}) =>
		JSON.stringify({ authorization_endpoint: `${address}/a`, token_endpoint: `${address}/t`, ...more });

	it('is undefined if the response is not valid metadata', async () => {
		for (const body of ['<html>', '{}', '[]', '{"authorization_endpoint":7}', at('x').slice(0, 20)]) {
			assert.equal(await readMetadata(context, await site({ '*': [200, body] })), undefined, body);
		}
	});

	it('never leads to another host, whatever addresses it names', async () => {
		const elsewhere: readonly object[] = [
			{ authorization_endpoint: 'https://evil.example/a' },
			{ token_endpoint: 'https://evil.example/t' },
			{ revocation_endpoint: 'https://evil.example/r' },
			{ token_endpoint: 'javascript:alert(1)' },
			{ token_endpoint: '/oauth2/access-token' },
			{ token_endpoint: 'http://127.0.0.1:1/t' },
		];
		for (const change of elsewhere) {
			// The site's address is known only once it runs, so the test sets its metadata afterwards.
			const answers: Record<string, readonly [number, string]> = {};
			const address = await site({
				'*': [404, ''],
				get [path]() {
					return answers[path] ?? ([404, ''] as const);
				},
			});
			answers[path] = [200, at(address, change)];
			await assert.rejects(readMetadata(context, address), (error: unknown) => {
				assert.ok(error instanceof ForgeError && error.kind === 'surprise');
				return /names an address that does not begin with the same scheme, host and port: /.test(
					error.message,
				);
			});
			const finding = await probe(context, 'identity', address, never);
			assert.equal(finding.kind, 'away', JSON.stringify(change));
		}
	});

	it('is used without its invalid fields', async () => {
		const answers: Record<string, readonly [number, string]> = {};
		const address = await site({
			'*': [404, ''],
			get [path]() {
				return answers[path] ?? ([404, ''] as const);
			},
		});
		answers[path] = [200, at(address, { revocation_endpoint: null, scopes_supported: 'all' })];
		assert.deepEqual(await readMetadata(context, address), {
			...{ authorize: `${address}/a`, token: `${address}/t`, revoke: undefined, scopes: undefined },
			...{ needsSecret: true, hasUuids: false },
		});
	});
});

describe('The hub of a forge', () => {
	const { context } = network();
	const { nowhere } = webSites();
	let inGraphql: Forge;
	before(async () => {
		inGraphql = await startForge({ port: 0, ...dialectOptions('graphql') });
	});
	after(() => inGraphql.stop());

	type Hubs = Readonly<Record<string, string | Promise<string>>>;

	/** Looks for the services at their usual addresses. The hub is at one of these hosts. `asked` has each request to a hub. */
	async function findServices(hubs: Hubs, known: Partial<Instance> = {}) {
		const { addresses } = inGraphql;
		const asked: string[] = [];
		const hosts: Hubs = {
			'lists.forge.example': addresses.lists,
			'todo.forge.example': addresses.trackers,
			...hubs,
		};
		const gone = await nowhere();
		const discovery = new Discovery(
			() => ({
				...context,
				fetch: async (url, request) => {
					const { host, pathname, origin } = new URL(url);
					if (/^(?:hub\.)?forge\.example$/.test(host)) {
						const hasToken = Object.keys(request.headers).some((name) => /authorization/i.test(name));
						asked.push(`${host}${pathname}${hasToken ? ' with a token' : ''}`);
					}
					const there = host.endsWith('.example') ? ((await hosts[host]) ?? gone) : origin;
					return context.fetch(there + pathname, request);
				},
			}),
			() => {},
			never,
		);
		const usual = { lists: 'https://lists.forge.example', trackers: 'https://todo.forge.example', ...known };
		await Promise.all(allAddresses.map((service) => discovery.probeService(service, usual[service])));
		return { discovery, asked };
	}
	/** Looks for the hub, too. */
	async function discover(...given: Parameters<typeof findServices>) {
		const { discovery, asked } = await findServices(...given);
		await discovery.findHub();
		return { discovery, hub: discovery.instance('a', new Set()).hub, asked };
	}
	const results = async (...given: Parameters<typeof discover>) => {
		const { hub, asked } = await discover(...given);
		return { hub, asked };
	};

	it('is looked for in the domain of its services, without a token', async () => {
		const { hub = '' } = inGraphql.addresses;
		assert.deepEqual(await results({ 'hub.forge.example': hub }), {
			hub: 'https://hub.forge.example',
			asked: ['hub.forge.example/query/api-meta.json'],
		});
		assert.deepEqual(await results({ 'hub.forge.example': forge.addresses.lists, 'forge.example': hub }), {
			hub: 'https://forge.example',
			asked: ['hub.forge.example/query/api-meta.json', 'forge.example/query/api-meta.json'],
		});
		assert.equal((await discover({})).hub, undefined);
	});

	it('is not looked for if a service is elsewhere', async () => {
		const { hub = '', trackers } = inGraphql.addresses;
		const hubs = { 'hub.forge.example': hub };
		assert.deepEqual(await results(hubs, { trackers }), { hub: undefined, asked: [] });
	});

	it('follows the services to another domain', async () => {
		const { hub = '', lists, trackers } = inGraphql.addresses;
		const { discovery } = await discover({
			...{ 'hub.forge.example': hub, 'hub.new.example': hub },
			...{ 'lists.new.example': lists, 'todo.new.example': trackers },
		});
		const hubNow = () => discovery.instance('a', new Set()).hub;
		assert.equal(hubNow(), 'https://hub.forge.example');
		await discovery.probeService('lists', 'https://lists.new.example');
		assert.equal(hubNow(), undefined, 'before it is looked for again');
		await discovery.findHub();
		assert.equal(discovery.of('hub'), undefined);
		await discovery.probeService('trackers', 'https://todo.new.example');
		await discovery.findHub();
		assert.equal(hubNow(), 'https://hub.new.example');
	});

	it('stays out if the user leaves it out while it is looked for', async () => {
		const { hub = '' } = inGraphql.addresses;
		const there = Promise.withResolvers<string>();
		const { discovery, asked } = await findServices({ 'hub.forge.example': there.promise });
		const search = discovery.findHub();
		await until(() => asked.length > 0);
		await discovery.probeService('hub', undefined);
		there.resolve(hub);
		await search;
		assert.equal(discovery.of('hub'), undefined);
	});

	it('is not waited for', async () => {
		const { discovery } = await discover({});
		const probed = discovery.probeService('hub', inGraphql.addresses.hub);
		assert.equal(discovery.isBusy, false);
		await probed;
	});

	it('is recognized as a hub, and as no other service', async () => {
		const found = async (service: AddressName, address: string) => {
			const finding = await probe(context, service, address, never);
			return finding.kind === 'good' ? finding.graphql : finding.reason;
		};
		const { hub = '', lists } = inGraphql.addresses;
		assert.deepEqual(
			[await found('hub', hub), await found('hub', lists), await found('lists', hub)],
			['yes', 'other-service', 'other-service'],
		);
		assert.equal(await found('hub', forge.addresses.lists), 'no-forge');
	});
});

describe('The discovery of a forge', () => {
	const { context } = network();
	const { site, nowhere } = webSites();
	const kinds = (discovery: Discovery) =>
		Object.fromEntries(allServices.map((area) => [area, discovery.of(area)?.finding?.kind]));
	const startDiscovery = (signal = never) => {
		const seen: string[] = [];
		const discovery: Discovery = new Discovery(
			() => context,
			() => seen.push(`${discovery.isBusy}`),
			signal,
		);
		return { discovery, seen };
	};

	it('reports each service as soon as it is found', async () => {
		const { discovery, seen } = startDiscovery();
		assert.equal(discovery.hasFoundArea, false);
		const looking = Promise.all(
			allServices.map((area) => discovery.probeService(area, forge.addresses[area])),
		);
		assert.deepEqual(
			[discovery.isBusy, discovery.hasOAuth, kinds(discovery).lists],
			[true, undefined, undefined],
		);
		await looking;
		assert.deepEqual(kinds(discovery), {
			identity: 'good',
			lists: 'good',
			repositories: 'good',
			trackers: 'good',
		});
		assert.deepEqual([discovery.isBusy, discovery.hasFoundArea, discovery.hasOAuth], [false, true, true]);
		assert.equal(seen.length, 8);
		assert.equal(seen.at(-1), 'false');
		assert.deepEqual(discovery.instance('a', new Set()), { name: 'a', ...forge.addresses });
	});

	it('includes only the services that were found, unless the user insists', async () => {
		const { discovery } = startDiscovery();
		const gone = 'https://lists.forge.invalid';
		await Promise.all([
			discovery.probeService('lists', gone),
			discovery.probeService('trackers', forge.addresses.trackers),
		]);
		const { trackers } = forge.addresses;
		assert.deepEqual(discovery.instance('a', new Set()), { name: 'a', trackers });
		assert.deepEqual(discovery.instance('a', new Set(['lists'])), { name: 'a', lists: gone, trackers });
		await discovery.probeService('trackers', undefined);
		assert.equal(discovery.hasFoundArea, false);
		assert.deepEqual(discovery.instance('a', new Set()), { name: 'a' });
	});

	it('keeps a service that is down, and omits an address of something else', async () => {
		const { discovery } = startDiscovery();
		const { trackers } = forge.addresses;
		const none = await site({ '*': [404, 'page'] });
		for (const down of [
			await nowhere(),
			await site({ '*': [502, 'page'] }),
			await site({ '*': [503, ''] }),
		]) {
			await Promise.all([
				...[discovery.probeService('trackers', trackers), discovery.probeService('identity', none)],
				...[
					discovery.probeService('lists', down),
					discovery.probeService('repositories', 'https://git.forge.invalid'),
				],
			]);
			assert.deepEqual(discovery.instance('a', new Set()), { name: 'a', lists: down, trackers });
		}
	});

	it('describes the problem if there is nothing to sign in to', async () => {
		const file = (name: string) => readFileSync(new URL(`../../../editor/fixtures/${name}`, import.meta.url));
		const unsafe = createServer({ key: file('server-key.pem'), cert: file('unknown-server.pem') });
		await new Promise<void>((resolve) => unsafe.listen(0, '127.0.0.1', resolve));
		const { port } = unsafe.address() as AddressInfo;
		try {
			for (const [typed, problem] of [
				[`https://127.0.0.1:${port}`, "The forge's certificates are not trusted"],
				[
					forge.addresses.trackers.replace('http:', 'https:'),
					'No encrypted connection to the forge is possible',
				],
				[await nowhere(), 'The forge cannot be reached'],
				[await site({ '*': [404, 'page'] }), 'No forge found at this address'],
				['forge.invalid', 'No server found at this address, or you are offline'],
				[forge.addresses.identity, 'Found the account service, but no lists, repositories or trackers'],
				['http://10.0.0.1:5000', 'This address cannot be used'],
				['http://forge.example', 'This address cannot be used'],
				[
					await site({ '*': [302, '', { Location: 'https://elsewhere.example/' }] }),
					'This address cannot be used',
				],
				[forge.addresses.lists, undefined],
			] as const) {
				const { discovery } = startDiscovery();
				await discovery.probeForge(typed);
				assert.equal(discovery.problem, problem, typed);
			}
		} finally {
			unsafe.closeAllConnections();
			unsafe.close();
		}
	});

	it('ignores the result for an address that has changed in the meantime', async () => {
		const { discovery } = startDiscovery();
		const first = discovery.probeService('lists', forge.addresses.lists);
		const page = await site({ '*': [200, 'page'] });
		const second = discovery.probeService('lists', page);
		await Promise.all([first, second]);
		assert.deepEqual(
			[discovery.of('lists')?.address, kinds(discovery).lists, discovery.isBusy],
			[page, 'other', false],
		);
		const third = discovery.probeService('lists', forge.addresses.lists);
		await discovery.probeService('lists', undefined);
		await third;
		assert.equal(discovery.of('lists'), undefined);
	});

	for (const service of allServices) {
		it(`finds only the ${service} service if the user types its address`, async () => {
			const { discovery } = startDiscovery();
			await discovery.probeForge(` ${forge.addresses[service].replace('http://', '')} `);
			assert.deepEqual(discovery.instance('a', new Set()), {
				name: 'a',
				[service]: forge.addresses[service],
			});
			for (const other of allServices) assert.equal(discovery.of(other) !== undefined, other === service);
		});
	}

	it('keeps an address that the user changes during the search', async () => {
		const { discovery } = startDiscovery();
		const gone = await nowhere();
		const looking = discovery.probeForge(forge.addresses.trackers);
		await Promise.all([looking, discovery.probeService('lists', gone)]);
		assert.equal(discovery.of('lists')?.address, gone);
		assert.deepEqual([kinds(discovery).trackers, discovery.of('repositories')], ['good', undefined]);
	});

	for (const [typed, found] of [
		['forge.example/lists/', { lists: 'https://forge.example/lists' }],
		['https://forge.example/account', {}],
	] as const) {
		it(`looks at the address that the user typed if it has a path and no service is at a usual one: ${typed}`, async () => {
			const services = { '/lists/': forge.addresses.lists, '/account/': forge.addresses.identity };
			const fetch: typeof context.fetch = async (url, request) => {
				const { host, pathname } = new URL(url);
				const [, folder = '', path = ''] = /^(\/\w+\/)(.*)/.exec(pathname) ?? [];
				const address = Object.entries(services).find(([name]) => name === folder)?.[1];
				if (host === 'forge.example' && address !== undefined)
					return context.fetch(`${address}/${path}`, request);
				throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
			};
			const seen: boolean[] = [];
			const discovery: Discovery = new Discovery(
				() => ({ ...context, fetch }),
				() => seen.push(discovery.isBusy),
				never,
			);
			await discovery.probeForge(typed);
			assert.deepEqual(discovery.instance('a', new Set()), { name: 'a', ...found });
			const usual = 'lists' in found ? undefined : 'https://git.forge.example';
			assert.equal(discovery.of('repositories')?.address, usual);
			assert.equal(seen.indexOf(false), seen.length - 1, 'it is busy until the end');
		});
	}

	it('uses unencrypted connections by default on this machine only', async () => {
		for (const [typed, address] of [
			['127.0.0.1:1', 'http://127.0.0.1:1'],
			['[::1]:1', 'http://[::1]:1'],
			['localhost:1', 'http://localhost:1'],
			['192.168.1.5:1', 'https://192.168.1.5:1'],
			['[2001:db8::1]', 'https://[2001:db8::1]'],
			['forge', 'https://forge'],
			['http://forge', 'http://forge'],
		] as const) {
			const { discovery } = startDiscovery(AbortSignal.abort());
			await discovery.probeForge(typed);
			assert.equal(discovery.of('lists')?.address, address);
		}
	});

	it('finds nothing if the input is not an address or no service answers', async () => {
		const gone = (await nowhere()).replace('http://', '');
		for (const typed of [gone, 'no address at all', 'http://', '', '%%%', 'ana@127.0.0.1']) {
			const { discovery } = startDiscovery();
			await discovery.probeForge(typed);
			assert.deepEqual(
				kinds(discovery),
				{ identity: 'away', lists: 'away', repositories: 'away', trackers: 'away' },
				typed,
			);
			assert.equal(discovery.isBusy, false);
		}
	});

	it('reports nothing after the caller aborts', async () => {
		const controller = new AbortController();
		const { discovery, seen } = startDiscovery(controller.signal);
		const looking = discovery.probeService('lists', forge.addresses.lists);
		controller.abort();
		await looking;
		assert.equal(seen.length, 1);
		assert.equal(discovery.of('lists')?.finding, undefined);
	});
});

describe('The owner of a token', () => {
	const { context } = network();
	const { site, nowhere } = webSites();
	const tokenOf = (name: string) =>
		forge.users.find((user) => user.name === name)?.token ?? assert.fail(name);
	const instance = (change: Partial<Instance> = {}): Instance => ({
		name: 'example.org',
		...forge.addresses,
		...change,
	});
	const failure = async (given: Instance, token: string) => {
		const error = await identify(context, given, token).then(
			() => assert.fail('the token is accepted'),
			(reason: unknown) => reason,
		);
		assert.ok(error instanceof ForgeError, String(error));
		return error;
	};

	for (const name of ['~ana', '~dave', '~eve']) {
		it(`is reported by each service alone and by all together: ${name}`, async () => {
			assert.deepEqual(await identify(context, instance(), tokenOf(name)), { account: name });
			for (const service of allServices) {
				const alone = { name: 'a', [service]: forge.addresses[service] };
				assert.deepEqual(await identify(context, alone, tokenOf(name)), { account: name }, service);
			}
		});
	}

	it('is known as soon as one service reports it, whatever the others do', async () => {
		const gone = await nowhere();
		const failing = await site({ '*': [500, 'page'] });
		const rejecting = await site({ '*': [401, '{"errors":[{"reason":"Invalid or expired OAuth token"}]}'] });
		for (const change of [
			{ lists: gone },
			{ lists: gone, identity: gone, repositories: failing },
			{ trackers: failing, lists: rejecting, identity: gone },
		]) {
			assert.equal(
				(await identify(context, instance(change), tokenOf('~ana'))).account,
				'~ana',
				JSON.stringify(change),
			);
		}
	});

	it('cannot be found if the forge does not know the token, and the message does not contain it', async () => {
		for (const drift of ['', 'bad-token-is-400'] as const) {
			const other = drift === '' ? forge : await startForge({ port: 0, drift: [drift] });
			const error = await failure({ name: 'example.org', ...other.addresses }, 'f'.repeat(32));
			assert.equal(error.kind, 'signed-out');
			assert.match(error.message, /^example\.org does not accept this token\./);
			assert.ok(!error.message.includes('f'.repeat(32)));
			if (other !== forge) await other.stop();
		}
	});

	it('cannot be found if the forge has no service addresses', async () => {
		assert.equal(
			(await failure({ name: 'a' }, tokenOf('~ana'))).message,
			'a has no service addresses in the settings.',
		);
	});

	it('cannot be found if no service answers properly, and the token is not called wrong', async () => {
		const error = await failure({ name: 'a', trackers: await nowhere() }, tokenOf('~ana'));
		assert.equal(error.kind, 'offline');
		const page = await site({ '*': [200, 'page'] });
		assert.equal(
			(await failure({ name: 'a', trackers: page, lists: page }, tokenOf('~ana'))).kind,
			'surprise',
		);
	});
});
