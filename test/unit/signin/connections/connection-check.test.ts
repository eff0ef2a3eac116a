import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { scopesOfArea } from '../../../../src/forge/rows/scopes.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import { createConnection } from '../../../../src/signin/connections/connection.ts';
import {
	formatReport,
	readStatedScopes,
	tryScopes,
} from '../../../../src/signin/connections/connection-check.ts';
import { Renewal } from '../../../../src/signin/connections/renewal.ts';
import { agent, instanceOf, network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { openWindow } from '../../../kit/window/sign-in-window.ts';

const areas = ['lists', 'repositories', 'trackers'] as const;
const never = new AbortController().signal;

describe('The permissions of a token', () => {
	const { context, asked, queues } = network();
	const { site } = webSites();
	const forges: Forge[] = [];
	const start = async (...drift: Quirk[]) => {
		const forge = await startForge({ port: 0, drift });
		forges.push(forge);
		return forge;
	};
	let strict: Forge;
	before(async () => {
		strict = await start();
	});
	after(() => Promise.all(forges.map((forge) => forge.stop())));

	async function connectionOf(forge: Forge, name: string) {
		const window = openWindow();
		const user = forge.users.find((one) => one.name === name) ?? assert.fail(name);
		const instance = instanceOf(forge);
		const token = { method: 'token', token: user.token, expires: null, refresh: null, client: null } as const;
		const session = await window.registry.addTemporary({
			instance: instance.name,
			account: name,
			scopes: null,
			...token,
		});
		const { registry, log, place } = window;
		const renewal = new Renewal({
			...{ registry, log, storage: fileStorage(place, log) },
			fetchNext: () => assert.fail('there is nothing to renew'),
			isTokenInvalid: async () => false,
			discard: async () => {},
		});
		const { fetch } = context;
		return createConnection({ instance, id: session.id, renewal, fetch, queues, agent, log });
	}

	const marks = { yes: '+', no: '-', unknown: '?' };
	const tryAll = async (forge: Forge, name: string, scopes: readonly string[] | null = null) => {
		const account = await connectionOf(forge, name);
		const all = await Promise.all(areas.map((area) => tryScopes(account, area, scopes, never)));
		return all.flat();
	};
	const table = async (...given: Parameters<typeof tryAll>) =>
		Object.fromEntries((await tryAll(...given)).map(({ scope, result }) => [scope, marks[result]]));

	/** The scopes of the contract, and the one that servers require where the contract asks for less. */
	const contractScopes = [...areas.flatMap((area) => scopesOfArea(area, 'contract')), 'patches:write'];
	const cases: readonly [name: string, may: (scope: string) => boolean][] = [
		['~ana', () => true],
		// Under the contract, the permission to read is enough to set the status of a patchset.
		['~dave', (scope) => scope.endsWith(':read') || scope === 'patches:write'],
		['~eve', () => false],
	];
	for (const [name, may] of cases) {
		it(`are found for every scope of the contract, for ${name}`, async () => {
			const expected = contractScopes.map((scope) => [scope, may(scope) ? '+' : '-']);
			assert.deepEqual(await table(strict, name), Object.fromEntries(expected));
		});
	}

	it('are those that the token states in GraphQL', async () => {
		const stated = ['todo.sr.ht/TRACKERS:RW', 'todo.sr.ht/TICKETS:RO', 'todo.sr.ht/PROFILE'];
		const results = async (scopes: readonly string[] | null) =>
			Object.fromEntries(
				(await readStatedScopes('trackers', scopes)).map(({ scope, result }) => [scope, marks[result]]),
			);
		assert.deepEqual(await results(stated), {
			...{
				'EVENTS:RO': '-',
				'PROFILE:RO': '+',
				'SUBSCRIPTIONS:RW': '-',
				'TICKETS:RW': '-',
				'TRACKERS:RW': '+',
			},
		});
		assert.deepEqual([...new Set(Object.values(await results(['*'])))], ['+']);
		assert.deepEqual([...new Set(Object.values(await results(null)))], ['?']);
	});

	it('are found by requests that change nothing', async () => {
		const everything = async () => {
			const { trackers, lists, repositories } = await connectionOf(strict, '~ana');
			const seen: unknown[] = [];
			for await (const page of trackers?.trackers({}) ?? []) seen.push(page);
			for await (const page of lists?.lists({}) ?? []) seen.push(page);
			for await (const page of lists?.subscriptions({}) ?? []) seen.push(page);
			for await (const page of repositories?.repositories({}) ?? []) seen.push(page);
			return seen;
		};
		const before = await everything();
		await tryAll(strict, '~ana');
		assert.deepEqual(await everything(), before);
		assert.ok(asked.some((line) => line.startsWith('PUT')) && !asked.some((line) => line.startsWith('POST')));
	});

	it('are marked if the token does not list them although they are granted', async () => {
		const all = await tryAll(strict, '~ana', ['todo.sr.ht/tickets:write']);
		for (const { scope, detail } of all) {
			assert.equal(
				detail,
				/^tickets/.test(scope) ? 'allowed.' : 'allowed. The token does not list this permission.',
			);
		}
	});

	it('are never overestimated at servers that do not check reads', async () => {
		const forge = await start('reads-unchecked', 'bad-token-is-400', 'email-read');
		const may = await table(forge, '~eve');
		for (const scope of contractScopes.filter((one) => one.endsWith(':write')))
			assert.equal(may[scope], '-', scope);
		for (const { scope, detail } of await tryAll(forge, '~eve', [])) {
			if (scope.endsWith(':read')) assert.match(detail, /The token does not list this permission/);
		}
	});

	it('are unknown if the forge does not answer', async () => {
		const page = await site({ '*': [500, 'page'] });
		const addresses = { identity: page, lists: page, repositories: page, trackers: page };
		const all = await tryAll({ ...strict, addresses }, '~ana');
		assert.equal(all.length, contractScopes.length);
		assert.deepEqual([...new Set(all.map(({ result }) => result))], ['unknown']);
		for (const { scope, detail } of all) assert.doesNotMatch(detail, /may have been made/, scope);
	});

	it('are shown in a readable report', async () => {
		const instance = instanceOf(strict);
		const scopes = await tryScopes(await connectionOf(strict, '~dave'), 'trackers', null, never);
		const text = formatReport({
			instance,
			account: '~dave',
			services: [
				{
					name: 'Trackers',
					address: 'http://t',
					finding: { kind: 'good', graphql: 'no' },
					version: '1.2',
					who: '~dave',
					scopes,
				},
				{
					name: 'Lists',
					address: 'http://l',
					finding: { kind: 'away', message: 'It is away.', reason: 'down' },
					version: undefined,
					who: '?',
					scopes: [],
				},
			],
		});
		const lines = text.split('\n');
		for (const line of [
			'Connection of ~dave to example.org',
			'  ✓ reachable, version 1.2',
			'    ✓ tickets:read    allowed.',
			'    ✗ tickets:write   missing.',
			'  ✗ It is away.',
		]) {
			assert.ok(lines.includes(line), text);
		}
	});
});
