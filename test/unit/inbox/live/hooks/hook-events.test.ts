import assert from 'node:assert/strict';
import { eventsOf, type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import {
	allowedEvents,
	missedEvents,
	missingScopes,
	scopeOfEvent,
} from '../../../../../src/inbox/live/hooks/hook-events.ts';

const all = Object.keys(families) as readonly Family[];

describe('The events of a hook', () => {
	it('are all of its family if the scopes are unknown or include everything', () => {
		for (const family of all) {
			assert.deepEqual(allowedEvents(family, null), eventsOf(family));
			assert.deepEqual(allowedEvents(family, ['*']), eventsOf(family));
			assert.deepEqual(missingScopes(family, ['*']), []);
		}
	});

	it('are those that the scopes of the token include', () => {
		const scopes = ['todo.example/tickets:write'];
		assert.deepEqual(allowedEvents('tracker', scopes), ['ticket:create', 'event:create']);
		assert.deepEqual(missingScopes('tracker', scopes), ['trackers:read']);
		assert.deepEqual(allowedEvents('list', scopes), []);
		assert.deepEqual(missingScopes('list', scopes), ['patches:read', 'lists:read']);
	});

	it('need the scope of the contract, also where servers send them in practice', () => {
		assert.equal(scopeOfEvent('ticket', 'event:create'), 'tickets:read');
		assert.equal(scopeOfEvent('tracker', 'event:create'), 'tickets:read');
		for (const family of all)
			for (const event of eventsOf(family)) assert.match(scopeOfEvent(family, event), /:read$/);
		assert.throws(() => scopeOfEvent('list', 'no:such'), RangeError);
	});

	it('are missed unless other hooks report them', () => {
		assert.deepEqual(missedEvents('tracker', ['label:create', 'event:create']), [
			'label:create',
			'event:create',
		]);
		assert.deepEqual(missedEvents('trackersUser', ['event:create', 'tracker:create']), ['tracker:create']);
		assert.deepEqual(missedEvents('listsUser', ['email:received']), []);
	});
});
