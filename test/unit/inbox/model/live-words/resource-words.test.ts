import assert from 'node:assert/strict';
import type { HookState, ResourceState } from '../../../../../src/inbox/model/live-state.ts';
import { detailOf, interval } from '../../../../../src/inbox/model/live-words/resource-words.ts';

describe('The time between two polls', () => {
	for (const [ms, words] of [
		[0, '5 seconds'],
		[12_000, '10 seconds'],
		[57_600, 'minute'],
		[60_000, 'minute'],
		[125_000, '2 minutes'],
	] as const)
		it(`of ${ms} ms is "${words}"`, () => {
			assert.equal(interval(ms), words);
		});
});

describe('A resource', () => {
	const registered = { kind: 'registered', isLive: false, hasKey: true, refusedEvents: [] } as const;
	const silent = 'Its webhooks are waiting for the first change there.';
	const resource = (hook: HookState, more: Partial<ResourceState> = {}): ResourceState => ({
		...{ id: 'r', name: '~ana/editor', kind: 'tracker', isAccountWide: false, server: 'https://todo.test' },
		...{ hook, poll: undefined, state: 'polled', ...more },
	});

	it('says first that it cannot be read, and then what that does not explain', () => {
		const failed = { everyMs: 1, readAt: 1, failure: { why: 'It moves.', isOffline: false } };
		const cut = 'todo.test cannot be reached.';
		assert.equal(
			detailOf(resource({ kind: 'pending', why: 'No.' }, { state: 'offline', poll: failed })),
			cut,
		);
		assert.equal(detailOf(resource(registered, { state: 'offline' })), `${cut} ${silent}`);
		assert.equal(detailOf(resource({ kind: 'pending' }, { poll: failed })), 'It moves.');
		assert.equal(detailOf(resource({ kind: 'refused', why: 'It moves.' }, { poll: failed })), 'It moves.');
	});
});
