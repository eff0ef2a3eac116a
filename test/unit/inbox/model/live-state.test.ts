import assert from 'node:assert/strict';
import fc from 'fast-check';
import { liveState } from '../../../../src/inbox/model/live-state.ts';
import { anyFacts, facts, live, none, offlineAt, poll, registered, resource } from './live-facts.ts';

const elsewhere = 'https://git.forge.test';

describe('How a window learns what happens', () => {
	for (const [what, given, kind, states] of [
		['nothing is live', facts(resource(), resource()), 'polling', ['polled', 'polled']],
		['there is nothing to learn', facts(), 'polling', []],
		['all is live', facts(resource({ hook: live })), 'live', ['live']],
		['some is live', facts(resource({ hook: live }), resource()), 'live', ['live', 'polled']],
		['nothing was delivered yet', facts(resource({ hook: registered })), 'polling', ['polled']],
		['the forge has not answered', facts(resource({ hook: { kind: 'pending' } })), 'polling', ['polled']],
		[
			'the forge refuses webhooks',
			facts(resource({ hook: { kind: 'refused', why: 'No.' } })),
			'polling',
			['polled'],
		],
		[
			'the window has no focus',
			{ ...facts(resource({ hook: live }), resource()), hasFocus: false },
			'live',
			['live', 'paused'],
		],
		['the forge cannot be reached', facts(resource({ poll: offlineAt(1) })), 'offline', ['offline']],
		[
			'a server cannot be reached since another resource was read',
			facts(resource(), resource({ hook: live }), resource({ poll: offlineAt(1) })),
			'offline',
			['offline', 'offline', 'offline'],
		],
		[
			'a server was reached again by another resource',
			facts(resource({ poll: offlineAt(1) }), resource({ poll: { ...poll, readAt: 2 } })),
			'polling',
			['polled', 'polled'],
		],
		[
			'one server of several cannot be reached, and another one, which has webhooks, was quiet since',
			facts(
				resource({ poll: offlineAt(3) }),
				resource({ server: elsewhere, hook: live, poll: { ...poll, readAt: 2 } }),
				resource({ server: 'https://lists.forge.test', poll: undefined }),
			),
			'live',
			['offline', 'live', 'offline'],
		],
		[
			'one server of several was reached since another cannot be, however often that is tried',
			facts(
				resource({ poll: { ...offlineAt(9), failure: { why: 'No.', isOffline: true, since: 1 } } }),
				resource({ server: elsewhere, poll: { ...poll, readAt: 2 } }),
				resource({ server: 'https://lists.forge.test', poll: undefined, answeredAt: 3 }),
			),
			'polling',
			['offline', 'polled', 'polled'],
		],
		[
			'a read fails for another reason',
			facts(resource({ poll: { ...poll, failure: { why: 'HOST is busy.', isOffline: false } } })),
			'polling',
			['polled'],
		],
	] as const) {
		it(`is ${kind} if ${what}`, () => {
			const state = liveState(given);
			assert.deepEqual([state?.kind, state?.resources.map((one) => one.state)], [kind, states]);
		});
	}

	it('is signed out if the forge has ended the only sign-in, and nothing if the user has no account', () => {
		assert.equal(liveState({ ...facts(), accounts: 0, endedSessions: 1 })?.kind, 'signed out');
		assert.equal(liveState({ ...facts(), accounts: 0 }), undefined);
	});

	it('is known, with every resource, whatever else is known', () =>
		fc.assert(
			fc.property(anyFacts, (given) => {
				const state = liveState(given);
				if (!state || state.kind === 'signed out') return assert.equal(given.accounts, 0);
				assert.deepEqual(
					state.resources.map(({ state: _, ...rest }) => rest),
					given.resources.map((one) => ({ ...one })),
				);
				const states = new Set(state.resources.map((one) => one.state));
				assert.equal(state.kind === 'live', states.has('live'));
				assert.equal(states.has('paused') && given.hasFocus, false);
				assert.equal(states.has('polled') && !given.hasFocus, false);
				if (state.kind === 'offline') assert.deepEqual([...states], ['offline']);
			}),
		));

	it('is not live without a signed delivery', () => {
		const unsigned = { ...registered, hasKey: false };
		assert.deepEqual(
			[unsigned, none].map((hook) => liveState(facts(resource({ hook })))?.kind),
			['polling', 'polling'],
		);
	});
});
