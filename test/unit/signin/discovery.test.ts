import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ForgeError } from '../../../src/forge/errors.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { Discovery } from '../../../src/signin/discovery.ts';
import { identify } from '../../../src/signin/identify.ts';
import { areas, type Instance, type Service } from '../../../src/signin/instance.ts';
import { metadata } from '../../../src/signin/metadata.ts';
import { probe } from '../../../src/signin/probe.ts';
import { network } from './person.ts';
import { webSites } from './web-sites.ts';

const never = new AbortController().signal;

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

describe('What stands at an address', () => {
	const { means } = network();
	const { site, nowhere } = webSites();
	const found = async (service: Service, address: string) => {
		const finding = await probe(means, service, address, never);
		return finding.kind === 'good' ? 'good' : `${finding.kind}: ${finding.words}`;
	};

	for (const service of areas) {
		it(`is the service that it is said to be, and no other one: ${service}`, async () => {
			for (const there of areas) {
				const kind = (await found(service, forge.addresses[there])).split(':')[0];
				assert.equal(kind, there === service ? 'good' : 'other', `${service} at the address of ${there}`);
			}
			assert.equal(await found(service, `${forge.addresses[service]}/`), 'good');
		});

		it(`is nothing that helps: ${service}`, async () => {
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
					/^away: 127\.0\.0\.1:\d+ redirects to https:\/\/elsewhere\.example, which is another host\. If/,
				],
				[await nowhere(), /^away: 127\.0\.0\.1:\d+ refused the connection\.$/],
				['https://forge.invalid', /^away: /],
				['not an address', /^away: "not an address.*" is not a forge address\.$/],
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

	it('is a forge from before OAuth 2.0 where it sends people to their login', async () => {
		const older = { '*': [404, ''], '/login': [200, 'Log in'] } as const;
		const there = await site({ ...older, '/oauth/personal-token': [302, '', { Location: '/login' }] });
		const finding = await probe(means, 'identity', there, never);
		assert.deepEqual(finding, { kind: 'good', version: undefined, oauth: false });
		const told = await probe(means, 'identity', forge.addresses.identity, never);
		assert.deepEqual(told, { kind: 'good', version: '0.1.0', oauth: true });
	});

	it('is not taken for something else while a part of it is busy', async () => {
		const well = {
			'*': [404, ''],
			'/api/version': [200, '{"version":"1"}'],
			'/api/lists': [401, ''],
			'/login': [200, 'Log in'],
			'/oauth/personal-token': [302, '', { Location: '/login' }],
		} as const;
		assert.equal(await found('lists', await site(well)), 'good');
		assert.equal(await found('identity', await site(well)), 'good');
		const parts = [
			['lists', '/api/version'],
			['lists', '/api/lists'],
			['identity', '/api/version'],
			['identity', '/oauth/personal-token'],
			['identity', '/.well-known/oauth-authorization-server'],
		] as const;
		for (const [service, path] of parts) {
			for (const status of [429, 500, 503]) {
				const address = await site({ ...well, [path]: [status, ''] });
				assert.match(await found(service, address), /^away: .* at the moment\.$/, `${path} ${status}`);
			}
		}
	});

	it('is asked without a token, and not at all when nobody wants to know', async () => {
		const reason = new Error('closed');
		await assert.rejects(probe(means, 'lists', forge.addresses.lists, AbortSignal.abort(reason)), reason);
	});
});

describe('What a sign-in service tells of itself', () => {
	const { means } = network();
	const { site } = webSites();
	const path = '/.well-known/oauth-authorization-server';
	const at = (address: string, more: object = {}) =>
		JSON.stringify({ authorization_endpoint: `${address}/a`, token_endpoint: `${address}/t`, ...more });

	it('is nothing where it is not that', async () => {
		for (const body of ['<html>', '{}', '[]', '{"authorization_endpoint":7}', at('x').slice(0, 20)]) {
			assert.equal(await metadata(means, await site({ '*': [200, body] })), undefined, body);
		}
	});

	it('is not taken for nothing while it is busy', async () => {
		for (const status of [429, 500, 503]) {
			const busy = await site({ '*': [status, at('http://a')] });
			await assert.rejects(
				metadata(means, busy),
				(error) => error instanceof ForgeError && error.kind === 'busy',
			);
		}
	});

	it('leads nowhere else, whichever address it names', async () => {
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
			await assert.rejects(metadata(means, address), (error: unknown) => {
				assert.ok(error instanceof ForgeError && error.kind === 'surprise');
				return /refers to an address on another host/.test(error.message);
			});
			const finding = await probe(means, 'identity', address, never);
			assert.equal(finding.kind, 'away', JSON.stringify(change));
		}
	});

	it('is used as far as it makes sense', async () => {
		const answers: Record<string, readonly [number, string]> = {};
		const address = await site({
			'*': [404, ''],
			get [path]() {
				return answers[path] ?? ([404, ''] as const);
			},
		});
		answers[path] = [200, at(address, { revocation_endpoint: null, scopes_supported: 'all' })];
		assert.deepEqual(await metadata(means, address), {
			...{ authorize: `${address}/a`, token: `${address}/t`, revoke: undefined, scopes: undefined },
		});
	});
});

describe('A forge that is being set up', () => {
	const { means } = network();
	const { site, nowhere } = webSites();
	const kinds = (survey: Discovery) =>
		Object.fromEntries(areas.map((area) => [area, survey.of(area)?.finding?.kind]));
	const begin = (signal = never) => {
		const seen: string[] = [];
		const survey: Discovery = new Discovery(
			() => means,
			() => seen.push(`${survey.busy}`),
			signal,
		);
		return { survey, seen };
	};

	it('is shown as it is found, service by service', async () => {
		const { survey, seen } = begin();
		assert.equal(survey.isUseful, false);
		const looking = Promise.all(areas.map((area) => survey.look(area, forge.addresses[area])));
		assert.deepEqual([survey.busy, survey.oauth, kinds(survey).lists], [true, undefined, undefined]);
		await looking;
		assert.deepEqual(kinds(survey), {
			identity: 'good',
			lists: 'good',
			repositories: 'good',
			trackers: 'good',
		});
		assert.deepEqual([survey.busy, survey.isUseful, survey.oauth], [false, true, true]);
		assert.equal(seen.length, 8);
		assert.equal(seen.at(-1), 'false');
		assert.deepEqual(survey.instance('a', new Set()), { name: 'a', ...forge.addresses });
	});

	it('has no more than what is there, unless somebody insists', async () => {
		const { survey } = begin();
		const gone = 'https://lists.forge.invalid';
		await Promise.all([survey.look('lists', gone), survey.look('trackers', forge.addresses.trackers)]);
		const { trackers } = forge.addresses;
		assert.deepEqual(survey.instance('a', new Set()), { name: 'a', trackers });
		assert.deepEqual(survey.instance('a', new Set(['lists'])), { name: 'a', lists: gone, trackers });
		await survey.look('trackers', undefined);
		assert.equal(survey.isUseful, false);
		assert.deepEqual(survey.instance('a', new Set()), { name: 'a' });
	});

	it('keeps a service that is down at the moment, and leaves out what is none', async () => {
		const { survey } = begin();
		const { trackers } = forge.addresses;
		const none = await site({ '*': [404, 'page'] });
		for (const down of [
			await nowhere(),
			await site({ '*': [502, 'page'] }),
			await site({ '*': [503, ''] }),
		]) {
			await Promise.all([
				...[survey.look('trackers', trackers), survey.look('identity', none)],
				...[survey.look('lists', down), survey.look('repositories', 'https://git.forge.invalid')],
			]);
			assert.deepEqual(survey.instance('a', new Set()), { name: 'a', lists: down, trackers });
		}
	});

	it('says what is in the way where there is nothing to sign in to', async () => {
		const file = (name: string) => readFileSync(new URL(`../../editor/fixtures/${name}`, import.meta.url));
		const unsafe = createServer({ key: file('server-key.pem'), cert: file('unknown-server.pem') });
		await new Promise<void>((resolve) => unsafe.listen(0, '127.0.0.1', resolve));
		const { port } = unsafe.address() as AddressInfo;
		try {
			for (const [typed, problem] of [
				[`https://127.0.0.1:${port}`, "The forge's certificates are not trusted"],
				[await nowhere(), 'The forge cannot be reached'],
				[await site({ '*': [404, 'page'] }), 'No forge found at this address'],
				['forge.invalid', 'No forge found at this address'],
				[forge.addresses.lists, undefined],
			] as const) {
				const { survey } = begin();
				await survey.lookAround(typed);
				assert.equal(survey.problem, problem, typed);
			}
		} finally {
			unsafe.closeAllConnections();
			unsafe.close();
		}
	});

	it('is not what was found at an address that was changed meanwhile', async () => {
		const { survey } = begin();
		const first = survey.look('lists', forge.addresses.lists);
		const page = await site({ '*': [200, 'page'] });
		const second = survey.look('lists', page);
		await Promise.all([first, second]);
		assert.deepEqual([survey.of('lists')?.address, kinds(survey).lists, survey.busy], [page, 'other', false]);
		const third = survey.look('lists', forge.addresses.lists);
		await survey.look('lists', undefined);
		await third;
		assert.equal(survey.of('lists'), undefined);
	});

	for (const service of areas) {
		it(`is what is at the one address that was typed: ${service}`, async () => {
			const { survey } = begin();
			await survey.lookAround(` ${forge.addresses[service].replace('http://', '')} `);
			assert.deepEqual(survey.instance('a', new Set()), { name: 'a', [service]: forge.addresses[service] });
			for (const other of areas) assert.equal(survey.of(other) !== undefined, other === service);
		});
	}

	it('keeps an address that is changed while it is looked at', async () => {
		const { survey } = begin();
		const gone = await nowhere();
		const looking = survey.lookAround(forge.addresses.trackers);
		await Promise.all([looking, survey.look('lists', gone)]);
		assert.equal(survey.of('lists')?.address, gone);
		assert.deepEqual([kinds(survey).trackers, survey.of('repositories')], ['good', undefined]);
	});

	it('is looked for without encryption on this machine alone', async () => {
		for (const [typed, address] of [
			['127.0.0.1:1', 'http://127.0.0.1:1'],
			['[::1]:1', 'http://[::1]:1'],
			['localhost:1', 'http://localhost:1'],
			['192.168.1.5:1', 'https://192.168.1.5:1'],
			['[2001:db8::1]', 'https://[2001:db8::1]'],
			['forge', 'https://forge'],
			['http://forge', 'http://forge'],
		] as const) {
			const { survey } = begin(AbortSignal.abort());
			await survey.lookAround(typed);
			assert.equal(survey.of('lists')?.address, address);
		}
	});

	it('is nowhere, in words, when what was typed is no address or nothing is there', async () => {
		const gone = (await nowhere()).replace('http://', '');
		for (const typed of [gone, 'no address at all', 'http://', '', '%%%', 'ana@127.0.0.1']) {
			const { survey } = begin();
			await survey.lookAround(typed);
			assert.deepEqual(
				kinds(survey),
				{ identity: 'away', lists: 'away', repositories: 'away', trackers: 'away' },
				typed,
			);
			assert.equal(survey.busy, false);
		}
	});

	it('is not shown any more when nobody wants to know', async () => {
		const controller = new AbortController();
		const { survey, seen } = begin(controller.signal);
		const looking = survey.look('lists', forge.addresses.lists);
		controller.abort();
		await looking;
		assert.equal(seen.length, 1);
		assert.equal(survey.of('lists')?.finding, undefined);
	});
});

describe('Whose token it is', () => {
	const { means, asked } = network();
	const { site, nowhere } = webSites();
	const tokenOf = (name: string) =>
		forge.users.find((user) => user.name === name)?.token ?? assert.fail(name);
	const instance = (change: Partial<Instance> = {}): Instance => ({
		name: 'example.org',
		...forge.addresses,
		...change,
	});
	const failure = async (given: Instance, token: string) => {
		const error = await identify(means, given, token).then(assert.fail, (reason: unknown) => reason);
		assert.ok(error instanceof ForgeError, String(error));
		return error;
	};

	for (const name of ['~ana', '~dave', '~eve']) {
		it(`is told by any service alone, and by all together: ${name}`, async () => {
			assert.equal(await identify(means, instance(), tokenOf(name)), name);
			for (const service of areas) {
				const alone = { name: 'a', [service]: forge.addresses[service] };
				assert.equal(await identify(means, alone, tokenOf(name)), name, service);
			}
		});
	}

	it('is told as soon as one service tells, whatever the others do', async () => {
		const gone = await nowhere();
		const trouble = await site({ '*': [500, 'page'] });
		const deaf = await site({ '*': [401, '{"errors":[{"reason":"Invalid or expired OAuth token"}]}'] });
		for (const change of [
			{ lists: gone },
			{ lists: gone, identity: gone, repositories: trouble },
			{ trackers: trouble, lists: deaf, identity: gone },
		]) {
			assert.equal(await identify(means, instance(change), tokenOf('~ana')), '~ana', JSON.stringify(change));
		}
	});

	it('is nobody’s, in words without the token, when the forge does not know it', async () => {
		for (const drift of ['', 'bad-token-is-400'] as const) {
			const other = drift === '' ? forge : await startForge({ port: 0, drift: [drift] });
			const error = await failure({ name: 'example.org', ...other.addresses }, 'f'.repeat(32));
			assert.equal(error.kind, 'signed-out');
			assert.match(error.message, /^example\.org does not accept this token\./);
			assert.ok(!error.message.includes('f'.repeat(32)));
			if (other !== forge) await other.stop();
		}
	});

	it('is nobody’s where there is nobody to ask', async () => {
		assert.equal(
			(await failure({ name: 'a' }, tokenOf('~ana'))).message,
			'a has no service addresses in the settings.',
		);
	});

	it('is not known, and not called wrong, when nothing answers', async () => {
		const error = await failure({ name: 'a', trackers: await nowhere() }, tokenOf('~ana'));
		assert.equal(error.kind, 'offline');
		const page = await site({ '*': [200, 'page'] });
		assert.equal(
			(await failure({ name: 'a', trackers: page, lists: page }, tokenOf('~ana'))).kind,
			'surprise',
		);
	});

	it('is not asked for when nobody wants to know', async () => {
		const reason = new Error('closed');
		await assert.rejects(identify(means, instance(), tokenOf('~ana'), AbortSignal.abort(reason)), reason);
		assert.deepEqual(asked, []);
	});
});
