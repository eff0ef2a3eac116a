import assert from 'node:assert/strict';
import type { HookState, ResourceState } from '../../../../../src/inbox/model/live-state.ts';
import {
	detailOf,
	duration,
	serverName,
	whyNotLive,
} from '../../../../../src/inbox/model/live-words/resource-words.ts';

describe('The time between two polls', () => {
	for (const [ms, words] of [
		[0, '5 seconds'],
		[12_000, '10 seconds'],
		[57_600, 'minute'],
		[60_000, 'minute'],
		[125_000, '2 minutes'],
	] as const)
		it(`of ${ms} ms is "${words}"`, () => {
			assert.equal(duration(ms), words);
		});
});

describe('A resource', () => {
	const registered = { kind: 'registered', isLive: false, hasKey: true, refusedEvents: [] } as const;
	const refusedEvents = ['email:received', 'email:received', 'x:y'];
	const refused = 'This forge sends no webhooks for mails and x:y.';
	const silent = 'Its webhooks have delivered nothing yet.';
	const cases: readonly [hook: HookState, why: string | undefined, detail?: string][] = [
		[{ ...registered, isLive: true }, undefined],
		[{ ...registered, isLive: true, refusedEvents }, undefined, refused],
		[{ kind: 'pending' }, 'Webhooks are being registered.'],
		[{ kind: 'pending', why: 'The forge is busy.' }, 'The forge is busy.'],
		[{ kind: 'none', why: 'There is no tunnel.' }, 'There is no tunnel.'],
		[registered, silent],
		[{ ...registered, refusedEvents }, silent, `${silent} ${refused}`],
		[{ ...registered, refusedEvents, deliveredAt: 1 }, refused],
		[{ ...registered, deliveredAt: 1 }, silent],
		[
			{ ...registered, mayHaveMissed: true, deliveredAt: 1 },
			'Some deliveries may have been lost. None has arrived since.',
		],
		[
			{ ...registered, hasKey: false },
			"Webhooks arrive, but without the forge's key they cannot be trusted. Add webhookKey to tildeforge.instances.",
		],
	];
	const resource = (hook: HookState, more: Partial<ResourceState> = {}): ResourceState => ({
		...{ id: 'r', name: '~ana/editor', kind: 'tracker', isAccountWide: false, server: 'https://todo.test' },
		...{ hook, poll: undefined, state: 'polled', ...more },
	});
	it('says why it is not live, and what its webhooks do not report', () => {
		for (const [hook, why, detail = why] of cases)
			assert.deepEqual([whyNotLive(resource(hook)), detailOf(resource(hook))], [why, detail]);
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

describe('A server', () => {
	it('is named by its host, or as it is if it has none', () => {
		assert.deepEqual(['https://lists.example.org:8080/x', 'lists'].map(serverName), [
			'lists.example.org:8080',
			'lists',
		]);
	});
});
