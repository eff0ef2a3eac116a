import assert from 'node:assert/strict';
import { allScopes, namedScope, parseScopes } from '../../../../src/sandbox/identity/scopes.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import {
	neededScopes,
	personalScopes,
	scopeWordings,
	unlistedServices,
} from '../../../../src/signin/methods/scope-wordings.ts';

const whole = { name: 'a', lists: 'https://l.a', repositories: 'https://g.a', trackers: 'https://t.a' };
const supported = (...drift: Quirk[]) => {
	const quirks = new Set(drift);
	return allScopes(quirks).map((scope) => namedScope(scope, quirks));
};

describe('The requested scopes', () => {
	it('are those of the areas that the forge has, plus any additional ones', () => {
		assert.deepEqual(
			neededScopes({ name: 'a', trackers: 'https://t.a' }),
			['trackers:read', 'trackers:write', 'tickets:read', 'tickets:write'].sort(),
		);
		assert.deepEqual(neededScopes({ name: 'a' }, ['x:read']), ['x:read']);
		assert.ok(!neededScopes(whole, [], 'contract').includes('email:read'));
		assert.ok(neededScopes(whole).includes('email:read'));
	});

	const cases: readonly [what: string, drift: Quirk[], some: string][] = [
		['as in the contract', [], 'emails:read'],
		['with service prefixes', ['scopes-name-service'], 'todo.sr.ht/tickets:write'],
		['with the other name for emails', ['email-read'], 'email:read'],
		['with both', ['scopes-name-service', 'email-read'], 'lists.sr.ht/email:read'],
	];
	for (const [what, drift, some] of cases) {
		it(`are those that the server lists, ${what}`, () => {
			const all = scopeWordings(whole, supported(...drift));
			assert.equal(all.length, 1);
			const [scopes = []] = all;
			assert.ok(scopes.includes(some), String(scopes));
			assert.equal(new Set(scopes).size, scopes.length);
			assert.ok('scopes' in parseScopes(scopes, new Set(drift)));
			assert.ok(!scopes.some((scope) => scope.includes('profile')), 'more than is needed');
			for (const needed of neededScopes(whole, [], 'contract')) {
				assert.ok(
					scopes.some((scope) => scope.replace(/.*\//, '').replace('email:', 'emails:') === needed),
					needed,
				);
			}
		});
	}

	const trackersInGraphql = { trackers: ['todo.sr.ht/PROFILE:RO', 'todo.sr.ht/TRACKERS:RW'] };

	describe('of a personal access token', () => {
		const graphql = {
			trackers: ['todo.sr.ht/TRACKERS:RW'],
			lists: ['lists.sr.ht/LISTS:RW'],
			hub: ['hub.sr.ht/PROJECTS:RW'],
		};
		const forge = {
			...{ name: 'a', lists: 'https://lists.a.org', trackers: 'https://todo.a.org' },
			hub: 'https://hub.a.org',
		};
		const [lists, trackers, hub] = [
			'lists.sr.ht/LISTS:RW',
			'todo.sr.ht/TRACKERS:RW',
			'hub.sr.ht/PROJECTS:RW',
		];
		for (const [what, listed, requested, needed, unlisted] of [
			['are all if the forge lists none', undefined, [hub, lists, trackers], [hub, lists, trackers], []],
			['do without a hub that it does not know', [lists, trackers], [lists, trackers], [lists, trackers], []],
			[
				'lack those of a service that was down, and the token needs them',
				[lists],
				[lists],
				[lists, trackers],
				['trackers'],
			],
		] as const)
			it(what, () => {
				const found = personalScopes(forge, listed, [], graphql);
				assert.deepEqual([[...found.requested].sort(), [...found.needed].sort()], [requested, needed]);
				assert.deepEqual(unlistedServices(forge, listed, graphql), unlisted);
			});
	});

	it('are those of GraphQL for the services that are asked in it', () => {
		assert.deepEqual(
			neededScopes({ name: 'a', trackers: 'https://t.a', lists: 'https://l.a' }, ['x:read'], 'contract', {
				...trackersInGraphql,
				repositories: ['git.sr.ht/OBJECTS:RO'],
			}),
			[...neededScopes({ name: 'a', lists: 'https://l.a' }, ['x:read'], 'contract')]
				.concat(trackersInGraphql.trackers)
				.sort(),
		);
	});

	it('have one form if all services are asked in GraphQL', () => {
		const trackers = { name: 'a', trackers: 'https://t.a' };
		assert.deepEqual(scopeWordings(trackers, undefined, ['x:read'], trackersInGraphql), [
			[...trackersInGraphql.trackers, 'x:read'],
		]);
	});

	it('have another form without those of the hub, which the service that grants them may not know', () => {
		const hub = ['hub.sr.ht/PROJECTS:RO'];
		const { trackers } = trackersInGraphql;
		const services = { identity: 'https://meta.a.example', trackers: 'https://todo.a.example' };
		const instance = { name: 'a', ...services, hub: 'https://hub.a.example' };
		assert.deepEqual(scopeWordings(instance, undefined, [], { trackers, hub }), [
			[...trackers, ...hub],
			trackers,
		]);
		const { hub: _, ...withoutHub } = instance;
		assert.deepEqual(scopeWordings(withoutHub, undefined, [], { trackers, hub }), [trackers]);
		const others = ['hub.sr.ht/PROFILE:RO'];
		assert.deepEqual(scopeWordings(instance, undefined, others, { trackers, hub }).at(-1), [
			...trackers,
			...others,
		]);
	});

	it('are not those of a hub in another domain than the services, which is not used', () => {
		const hub = ['hub.sr.ht/PROJECTS:RO'];
		const trackers = ['todo.sr.ht/TRACKERS:RW'];
		const instance = { name: 'a', trackers: 'https://todo.a.example', hub: 'https://hub.old.example' };
		assert.deepEqual(scopeWordings(instance, undefined, [], { trackers, hub }), [trackers]);
		assert.deepEqual(neededScopes(instance, [], 'contract', { trackers, hub }), trackers);
	});

	it('have all forms without those of the hub, too, if some services are asked in REST', () => {
		const hub = ['hub.sr.ht/PROJECTS:RO'];
		const withHub = scopeWordings({ ...whole, hub: 'https://hub.t.a' }, undefined, [], {
			...trackersInGraphql,
			hub,
		});
		const without = scopeWordings(whole, undefined, [], trackersInGraphql);
		assert.deepEqual(withHub.slice(without.length), without);
		assert.ok(withHub.slice(0, without.length).every((scopes) => scopes.includes('hub.sr.ht/PROJECTS:RO')));
	});

	it('have several forms for the other services only', () => {
		const all = scopeWordings(whole, undefined, [], trackersInGraphql);
		assert.equal(all.length, 3);
		for (const wording of all) {
			assert.ok(
				trackersInGraphql.trackers.every((scope) => wording.includes(scope)),
				String(wording),
			);
			assert.ok(!wording.some((scope) => /tickets|trackers:/.test(scope)), String(wording));
		}
	});

	for (const [what, listed, requested] of [
		['with their access', ['todo.sr.ht/TRACKERS:RO', 'todo.sr.ht/TRACKERS:RW'], ['todo.sr.ht/TRACKERS:RW']],
		['without their access', ['todo.sr.ht/TRACKERS'], ['todo.sr.ht/TRACKERS:RW']],
		['of another service with the same name', ['hub.sr.ht/PROFILE', 'todo.sr.ht/TRACKERS'], undefined],
		['as in REST', ['trackers:read', 'trackers:write'], ['trackers:write']],
	] as const) {
		it(`are those of GraphQL that the server lists, ${what}`, () => {
			const trackers = { name: 'a', trackers: 'https://t.a' };
			const [scopes = []] = scopeWordings(trackers, listed, [], trackersInGraphql);
			if (requested) assert.deepEqual(scopes, requested);
			else assert.ok(scopes.includes('todo.sr.ht/TRACKERS:RW'), String(scopes));
		});
	}

	it('are tried in several forms if the server lists none, and the server accepts one of them', () => {
		for (const nothing of [undefined, [], ['something:else']]) {
			const all = scopeWordings(whole, nothing, ['more:read']);
			assert.deepEqual(all.slice(1), [
				neededScopes(whole, ['more:read'], 'contract'),
				neededScopes(whole, ['more:read']),
			]);
			assert.equal(all.length, 3);
			for (const wording of all) assert.ok(wording.includes('more:read'));
		}
		const [first = []] = scopeWordings(whole, undefined, ['tickets:write']);
		assert.ok('scopes' in parseScopes(first, new Set(['scopes-name-service', 'email-read'])), String(first));
		for (const drift of [[], ['scopes-name-service', 'email-read']] satisfies Quirk[][]) {
			const understood = scopeWordings(whole, undefined).filter(
				(scopes) => 'scopes' in parseScopes(scopes, new Set(drift)),
			);
			assert.ok(understood.length > 0, String(drift));
		}
	});
});
