import assert from 'node:assert/strict';
import { covers } from '../../../../src/forge/contract/covers.ts';
import { listRows } from '../../../../src/forge/rows/lists.ts';
import { scopesOf, scopesOfArea } from '../../../../src/forge/rows/scopes.ts';
import { trackerRows } from '../../../../src/forge/rows/trackers.ts';

describe('scopes', () => {
	it('of each area are those of the contract, computed from its rows and events', () => {
		const all = (['lists', 'repositories', 'trackers'] as const).map((area) =>
			scopesOfArea(area, 'contract'),
		);
		assert.deepEqual(all, [
			['emails:read', 'lists:read', 'lists:write', 'patches:read', 'subs:read', 'subs:write'],
			['data:read', 'info:read', 'info:write'],
			['tickets:read', 'tickets:write', 'trackers:read', 'trackers:write'],
		]);
	});

	it('of the lists area include those that real servers add, and no other area has such additions', () => {
		const added = scopesOfArea('lists').filter((scope) => !scopesOfArea('lists', 'contract').includes(scope));
		assert.deepEqual(added, ['email:read', 'patches:write']);
		assert.deepEqual(scopesOfArea('repositories'), scopesOfArea('repositories', 'contract'));
		assert.deepEqual(scopesOfArea('trackers'), scopesOfArea('trackers', 'contract'));
	});

	it('of a few rows are only those that these rows need', () => {
		assert.deepEqual(scopesOf([trackerRows.user, trackerRows.ticket]), ['tickets:read']);
		assert.deepEqual(scopesOf([listRows.updatePatchset]), ['patches:read', 'patches:write']);
	});

	const cases: readonly [granted: string[], wanted: string, yes: boolean][] = [
		[['tickets:write'], 'tickets:write', true],
		[['tickets:write'], 'tickets:read', true],
		[['tickets:read'], 'tickets:write', false],
		[['4fb1/tickets:write'], 'tickets:read', true],
		[['tickets:write'], 'todo.example/tickets:write', true],
		[['*'], 'tickets:write', true],
		[['email:read'], 'emails:read', true],
		[['emails:read'], 'email:read', true],
		[['tickets:write'], 'todo.sr.ht/TICKETS:RO', true],
		[['todo.sr.ht/TICKETS:RO'], 'tickets:read', true],
		[['todo.sr.ht/TICKETS'], 'todo.sr.ht/TICKETS:RW', false],
		[['git.sr.ht/OBJECTS:RO'], 'data:read', true],
		[['todo.sr.ht/EVENTS:RO'], 'todo.sr.ht/EVENTS:RO', true],
		[['trackers:write'], 'tickets:read', false],
		[['todo.sr.ht/PROFILE:RO'], 'lists.sr.ht/PROFILE:RO', false],
		[['todo.sr.ht/profile:read', 'LISTS.sr.ht/profile:read'], 'lists.sr.ht/PROFILE:RO', true],
		[['todo.sr.ht/ACLS:RW'], 'todo.sr.ht/ACLS:RO', true],
		[['todo.sr.ht/SUBSCRIPTIONS:RO'], 'subs:read', false],
		[['lists.sr.ht/SUBSCRIPTIONS:RO'], 'subs:read', true],
		[['subs:read'], 'todo.sr.ht/SUBSCRIPTIONS:RO', true],
		[['profile:read'], 'lists.sr.ht/PROFILE:RO', true],
		[[], 'tickets:read', false],
	];
	for (const [granted, wanted, yes] of cases) {
		it(`${granted.join(' ') || '(none)'} ${yes ? 'cover' : 'do not cover'} ${wanted}`, () => {
			assert.equal(covers(granted, wanted), yes);
		});
	}
});
