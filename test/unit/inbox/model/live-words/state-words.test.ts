import assert from 'node:assert/strict';
import fc from 'fast-check';
import { liveState } from '../../../../../src/inbox/model/live-state.ts';
import { liveWords, statusItemWords } from '../../../../../src/inbox/model/live-words/state-words.ts';
import {
	anyFacts,
	facts,
	live,
	none,
	offlineAt,
	poll,
	registered,
	resource,
	stateOf,
} from '../live-facts.ts';
import { assertWords } from './assert-words.ts';

const items = 'trackers, mailing lists and repositories';
const noItems = 'There are no trackers, mailing lists or repositories to check.';
const isChecked = 'checked regularly while this window has the focus';

describe('The status bar', () => {
	const paused = { ...facts(resource()), hasFocus: false };
	const failure = { why: 'The database is being moved.', isOffline: false };
	for (const [given, headline, reason, text = '$(radio-tower)'] of [
		[facts(resource({ hook: live })), 'Live', 'Your forge reports changes as they happen.', '$(broadcast)'],
		[
			facts(resource({ hook: live }), resource(), resource({ hook: registered }), resource()),
			'Partly live',
			`Your forge reports changes as they happen in 1 of 4 ${items}. The others are ${isChecked}. ${none.why}`,
			'$(broadcast)',
		],
		[
			{ ...facts(resource({ hook: live }), resource()), hasFocus: false },
			'Partly live',
			/not checked until this window has the focus\. todo\.forge\.test cannot reach this machine\.$/,
			'$(broadcast)',
		],
		[
			facts(
				resource({ hook: live }),
				resource(),
				resource({ server: 'https://git.forge.test', poll: offlineAt(-1) }),
			),
			'Partly live',
			`Your forge reports changes as they happen in 1 of 3 ${items}. git.forge.test cannot be reached. Tildeforge tries again regularly. The others are ${isChecked}. ${none.why}`,
			'$(broadcast)',
		],
		[
			facts(resource({ hook: live }), resource({ server: 'https://git.forge.test', poll: offlineAt(-1) })),
			'Partly live',
			`Your forge reports changes as they happen in 1 of 2 ${items}. git.forge.test cannot be reached. Tildeforge tries again regularly.`,
			'$(broadcast)',
		],
		[
			facts(resource({ hook: registered })),
			'Checking every 30 seconds',
			`Your forge is ${isChecked}. Its webhooks are waiting for the first change there.`,
		],
		[
			paused,
			'Checking is paused',
			`Your forge is not checked until this window has the focus. todo.forge.test cannot reach this machine.`,
		],
		[facts(), 'Checking regularly', noItems],
		[
			facts(resource({ poll: { ...poll, failure } })),
			'Checking every 30 seconds',
			'Updates may be missing. The database is being moved.',
		],
		[
			facts(resource({ hook: live, poll: { ...poll, failure } })),
			'Partly live',
			'Updates may be missing. The database is being moved.',
			'$(broadcast)',
		],
		[
			facts(
				resource({ poll: { ...poll, everyMs: 120_000 } }),
				resource({ poll: { ...poll, everyMs: 60_000 } }),
			),
			'Checking every minute',
			`Your forge is ${isChecked}. ${none.why}`,
		],
		[
			facts(resource({ poll: offlineAt(0) })),
			'Offline',
			'todo.forge.test cannot be reached. Tildeforge tries again regularly.',
			'$(debug-disconnect) Tildeforge: Offline',
		],
		[
			{ ...facts(), accounts: 0, endedSessions: 1 },
			'Signed out',
			'Your forge has ended your sign-in. Sign in again to see what happens.',
			'$(account) Tildeforge: Signed out',
		],
	] as const) {
		it(`says "${headline}" and why: ${reason}`, () => {
			const state = stateOf(given);
			const words = statusItemWords(state);
			assert.equal(words.text, text);
			const shown = liveWords(state);
			assert.equal(shown.headline, headline);
			if (typeof reason === 'string') assert.equal(shown.reason, reason);
			else assert.match(shown.reason, reason);
			assert.equal(words.tooltip, `Tildeforge: ${headline}\n\n${shown.reason}`);
			assert.equal(words.label, `Tildeforge: ${headline}. ${shown.reason}`);
		});
	}

	it('names the most frequent reason', () => {
		const one = resource({ hook: { kind: 'refused', why: 'One.' } });
		const two = resource({ hook: { kind: 'refused', why: 'Two.' } });
		assert.match(liveWords(stateOf(facts(one, two, two))).reason, / Two\.$/);
	});

	it('has words for everything that can be known', () =>
		fc.assert(
			fc.property(anyFacts, (given) => {
				const state = liveState(given);
				if (state) for (const words of Object.values(statusItemWords(state))) assertWords(words);
			}),
		));
});

describe('The box of Live Status', () => {
	const polled = facts(resource());
	const partlyLive = facts(resource({ hook: live }), resource());
	const offline = facts(
		resource({ poll: offlineAt(0) }),
		resource({ poll: offlineAt(0), server: 'https://b' }),
	);
	const failure = { why: 'The database is being moved.', isOffline: false };
	const failing = facts(resource({ poll: { ...poll, failure } }));
	for (const [given, hint, withoutFocus = hint] of [
		[facts(resource({ hook: live })), 'Your forge reports changes as they happen.'],
		[
			partlyLive,
			'What is not live is checked regularly while this window has the focus.',
			'What is not live is not checked until this window has the focus.',
		],
		[
			polled,
			'Your forge is checked regularly while this window has the focus.',
			'Your forge is not checked until this window has the focus.',
		],
		[
			offline,
			'No connection. Tildeforge tries again regularly.',
			'No connection. Tildeforge tries again when this window has the focus.',
		],
		[
			facts(resource({ hook: live }), resource({ server: 'https://git.forge.test', poll: offlineAt(-1) })),
			'What is not live cannot be reached. Tildeforge tries again regularly.',
			'What is not live cannot be reached. Tildeforge tries again when this window has the focus.',
		],
		[failing, 'Updates may be missing. The database is being moved.'],
		[facts(), noItems],
	] as const) {
		it(`says: ${hint}`, () => {
			assert.equal(liveWords(stateOf(given)).hint, hint);
			assert.equal(liveWords(stateOf({ ...given, hasFocus: false })).hint, withoutFocus);
		});
	}
});
