import assert from 'node:assert/strict';
import {
	allScopes,
	graphqlGrants,
	meaningOf,
	parseScopes,
	recordedScopes,
} from '../../../src/sandbox/identity/scopes.ts';

const strict = new Set<never>();

describe('The grant string for GraphQL', () => {
	const cases: readonly [what: string, scopes: readonly string[], grants: string][] = [
		['is empty for all scopes', ['*'], ''],
		['allows only the profile without scopes', [], 'meta.sr.ht/PROFILE:RO'],
		[
			'also names people, and events with tickets',
			['tickets:write', 'data:read'],
			'meta.sr.ht/PROFILE:RO todo.sr.ht/TICKETS:RW todo.sr.ht/PROFILE:RO todo.sr.ht/EVENTS:RO git.sr.ht/OBJECTS:RO git.sr.ht/PROFILE:RO',
		],
		['adds nothing to what is a grant already', ['todo.sr.ht/EVENTS:RO'], 'todo.sr.ht/EVENTS:RO'],
	];
	for (const [what, scopes, grants] of cases) it(what, () => assert.equal(graphqlGrants(scopes), grants));
});

describe('The scopes of a forge with GraphQL', () => {
	const graphql = ['todo.sr.ht/PROFILE', 'todo.sr.ht/TRACKERS'];

	it('have the words of GraphQL in the services that have it', () => {
		const all = allScopes(strict, graphql);
		assert.ok(all.includes('todo.sr.ht/PROFILE:RO') && all.includes('todo.sr.ht/TRACKERS:RW'));
		assert.deepEqual([all.includes('lists:write'), all.includes('trackers:write')], [true, false]);
		const words = [
			'todo.sr.ht/TRACKERS:RW',
			'todo.example.org/PROFILE',
			'lists.sr.ht/LISTS:RO',
			'tickets:read',
		];
		const scopes = ['todo.sr.ht/TRACKERS:RW', 'todo.sr.ht/PROFILE:RO', 'lists:read', 'tickets:read'];
		assert.deepEqual(parseScopes(words, strict, graphql), { scopes });
		for (const word of ['todo.sr.ht/JOBS:RO', 'git.sr.ht/TRACKERS:RO']) {
			assert.deepEqual(parseScopes([word], strict, graphql), { refused: `Unknown scope ${word}` });
		}
	});

	it('are recorded in tokens as they are, and everything as an empty string', () => {
		const scopes = ['todo.sr.ht/TRACKERS:RW', 'lists:read'];
		assert.equal(recordedScopes(scopes, strict, graphql), 'todo.sr.ht/TRACKERS:RW lists:read');
		assert.equal(recordedScopes(['*'], strict, graphql), '');
		assert.equal(recordedScopes([], strict, graphql), 'profile:read');
		const named = new Set(['scopes-name-service'] as const);
		assert.equal(recordedScopes(scopes, named, graphql), 'todo.sr.ht/TRACKERS:RW lists.sr.ht/LISTS:RO');
	});

	it('say what they allow', () => {
		assert.equal(meaningOf('todo.sr.ht/TRACKERS:RW'), 'read and change trackers and labels');
		assert.equal(meaningOf('todo.sr.ht/ACLS:RO'), 'read todo.sr.ht/ACLS');
	});
});
