import assert from 'node:assert/strict';
import { plainScope } from '../../../../src/forge/contract/plain-scope.ts';

describe('A scope in the words of the contract', () => {
	for (const [written, plain] of [
		['*', '*'],
		['tickets:write', 'tickets:write'],
		['todo.sr.ht/tickets:write', 'tickets:write'],
		['todo.sr.ht/TICKETS:RW', 'tickets:write'],
		['lists.sr.ht/LISTS:RO', 'lists:read'],
		['lists.sr.ht/LISTS', 'lists:read'],
		['EMAIL:RO', 'emails:read'],
		['git.sr.ht/REPOSITORIES:RW', 'info:write'],
		['git.sr.ht/OBJECTS:RO', 'data:read'],
		['SUBSCRIPTIONS:RW', 'subs:write'],
		['todo.sr.ht/EVENTS:RO', 'events:read'],
		['todo.sr.ht/ACLS:RW', 'acls:write'],
		['meta.sr.ht/PROFILE', 'profile:read'],
		['a/b/lists:read', 'lists:read'],
	] as const) {
		it(`is ${plain} for ${written}`, () => assert.equal(plainScope(written), plain));
	}
});
