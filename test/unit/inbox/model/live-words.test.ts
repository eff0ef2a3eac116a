import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type LiveFacts, liveState } from '../../../../src/inbox/model/live-state.ts';
import {
	headlineOf,
	hintOf,
	reasonOf,
	reasonRows,
	statusItemWords,
	statusRows,
} from '../../../../src/inbox/model/live-words.ts';
import { anyFacts, facts, live, none, offlineAt, poll, registered, resource } from './live-facts.ts';

const stateOf = (given: LiveFacts) => liveState(given) ?? assert.fail();
const items = 'trackers, mailing lists and repositories';
const noItems = 'There are no trackers, mailing lists or repositories to check.';
const isChecked = 'checked regularly while this window has the focus';

describe('The status bar', () => {
	const paused = { ...facts(resource()), hasFocus: false };
	for (const [given, text, headline, reason] of [
		[facts(resource({ hook: live })), '$(broadcast)', 'Live', 'Your forge reports changes as they happen.'],
		[
			facts(resource({ hook: live }), resource(), resource({ hook: registered }), resource()),
			'$(broadcast)',
			'Partly live',
			`Your forge reports changes as they happen in 1 of 4 ${items}. The others are ${isChecked}. ${none.why}`,
		],
		[
			{ ...facts(resource({ hook: live }), resource()), hasFocus: false },
			'$(broadcast)',
			'Partly live',
			/not checked until this window has the focus\. todo\.forge\.test cannot reach this machine\.$/,
		],
		[
			facts(
				resource({ hook: live }),
				resource(),
				resource({ server: 'https://git.forge.test', poll: offlineAt(0) }),
			),
			'$(broadcast)',
			'Partly live',
			/in 1 of 3/,
		],
		[
			facts(resource({ hook: registered })),
			'$(sync)',
			'Checking every 30 seconds',
			`Your forge is ${isChecked}. Its webhooks have delivered nothing yet.`,
		],
		[
			paused,
			'$(sync)',
			'Checking is paused',
			`Your forge is not checked until this window has the focus. todo.forge.test cannot reach this machine.`,
		],
		[facts(), '$(sync)', 'Checking regularly', noItems],
		[
			facts(
				resource({ poll: { ...poll, everyMs: 120_000 } }),
				resource({ poll: { ...poll, everyMs: 60_000 } }),
			),
			'$(sync)',
			'Checking every minute',
			`Your forge is ${isChecked}. ${none.why}`,
		],
		[
			facts(resource({ poll: offlineAt(0) })),
			'$(debug-disconnect) Tildeforge: Offline',
			'Offline',
			'todo.forge.test cannot be reached. Tildeforge tries again regularly.',
		],
		[
			{ ...facts(), accounts: 0, endedSessions: 1 },
			'$(account) Tildeforge: Signed out',
			'Signed out',
			'Your forge has ended your sign-in. Sign in again to see what happens.',
		],
	] as const) {
		it(`says "${headline}" and why: ${reason}`, () => {
			const state = stateOf(given);
			const words = statusItemWords(state);
			assert.equal(words.text, text);
			assert.equal(headlineOf(state), headline);
			if (typeof reason === 'string') assert.equal(reasonOf(state), reason);
			else assert.match(reasonOf(state), reason);
			assert.equal(words.tooltip, `Tildeforge: ${headline}\n\n${reasonOf(state)}`);
			assert.equal(words.label, `Tildeforge: ${headline}. ${reasonOf(state)}`);
		});
	}

	it('names the most frequent reason', () => {
		const one = resource({ hook: { kind: 'refused', why: 'One.' } });
		const two = resource({ hook: { kind: 'refused', why: 'Two.' } });
		assert.match(reasonOf(stateOf(facts(one, two, two))), / Two\.$/);
	});

	it('has words for everything that can be known', () =>
		fc.assert(
			fc.property(anyFacts, fc.nat(), (given, now) => {
				const state = liveState(given);
				if (!state) return;
				const { text, tooltip, label } = statusItemWords(state);
				const rows = statusRows(state, now);
				assert.equal(rows.length, state.resources.length);
				const reasons = reasonRows(state).map(({ label }) => label);
				const descriptions = rows.map(({ description }) => description);
				for (const words of [text, tooltip, label, ...reasons, ...descriptions]) {
					assert.notEqual(words.trim(), '');
					assert.doesNotMatch(words, /undefined|NaN|Infinity|null/);
				}
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
			facts(resource({ hook: live }), resource({ server: 'https://git.forge.test', poll: offlineAt(0) })),
			'What is not live cannot be reached. Tildeforge tries again regularly.',
			'What is not live cannot be reached. Tildeforge tries again when this window has the focus.',
		],
		[failing, 'Updates may be missing. The database is being moved.'],
		[facts(), noItems],
	] as const) {
		it(`says: ${hint}`, () => {
			assert.equal(hintOf(stateOf(given)), hint);
			assert.equal(hintOf(stateOf({ ...given, hasFocus: false })), withoutFocus);
		});
	}
});

describe('A row of Live Status', () => {
	const now = 3 * 60_000;
	const failure = { why: 'todo.forge.test is busy.', isOffline: false };
	for (const [given, icon, description, detail] of [
		[resource({ hook: live }), 'broadcast', 'tracker · live · last delivery 3 minutes ago', undefined],
		[
			resource({ kind: 'list', hook: { ...live, refusedEvents: ['list:update', 'post:received'] } }),
			'broadcast',
			'mailing list · live · last delivery 3 minutes ago',
			'This forge sends no webhooks for changes of mailing lists and posts.',
		],
		[
			resource({ isAccountWide: true, hook: live }),
			'broadcast',
			'live · last delivery 3 minutes ago',
			undefined,
		],
		[
			resource({ kind: 'repository', hook: registered }),
			'sync',
			'repository · checked about every 30 seconds',
			'Its webhooks have delivered nothing yet.',
		],
		[
			resource({ kind: 'repository', hook: { ...registered, isAnswering: true } }),
			'sync',
			'repository · checked about every 30 seconds · reports tickets to pushers',
			'Its webhooks have delivered nothing yet.',
		],
		[
			resource({ hook: { ...registered, deliveredAt: now, refusedEvents: ['ticket:create'] } }),
			'sync',
			'tracker · checked about every 30 seconds · last delivery just now',
			'This forge sends no webhooks for new tickets.',
		],
		[
			resource({ hook: { kind: 'pending', why: 'todo.forge.test is busy.' } }),
			'sync',
			'tracker · checked about every 30 seconds',
			'todo.forge.test is busy.',
		],
		[
			resource({ hook: { ...registered, hasKey: false } }),
			'sync',
			'tracker · checked about every 30 seconds',
			"Webhooks arrive, but without the forge's key they cannot be trusted. Add webhookKey to tildeforge.instances.",
		],
		[
			resource({ hook: { ...registered, deliveredAt: now, mayHaveMissed: true } }),
			'sync',
			'tracker · checked about every 30 seconds · last delivery just now',
			'Some deliveries may have been lost. None has arrived since.',
		],
		[
			resource({ hook: { kind: 'pending' }, poll: undefined }),
			'sync',
			'tracker · not checked yet',
			'Webhooks are being registered.',
		],
		[
			resource({ hook: { kind: 'refused', why: 'The forge refuses webhooks.' }, poll: { ...poll, failure } }),
			'sync',
			'tracker · checked about every 30 seconds',
			'todo.forge.test is busy. The forge refuses webhooks.',
		],
		[
			resource({
				hook: { kind: 'pending', why: 'todo.forge.test refused the connection.' },
				poll: { ...poll, everyMs: 120_000, failure },
			}),
			'sync',
			'tracker · checked about every 2 minutes',
			'todo.forge.test is busy.',
		],
		[
			resource({ poll: offlineAt(0) }),
			'debug-disconnect',
			'tracker · offline',
			'todo.forge.test cannot be reached. todo.forge.test cannot reach this machine.',
		],
		[
			resource({ poll: { ...poll, everyMs: 59_000 } }),
			'sync',
			'tracker · checked about every minute',
			'todo.forge.test cannot reach this machine.',
		],
		[
			resource({ poll: { ...poll, everyMs: 500_000 } }),
			'sync',
			'tracker · checked about every 8 minutes',
			'todo.forge.test cannot reach this machine.',
		],
	] as const) {
		it(`says "${description}" and explains: ${detail}`, () => {
			const state = stateOf(facts(given));
			assert.deepEqual(statusRows(state, now), [{ id: 'tracker', label: '~ana/editor', icon, description }]);
			assert.deepEqual(
				reasonRows(state).map((reason) => [reason.icon, reason.description, reason.detail]),
				[[icon, '~ana/editor', detail]],
			);
		});
	}

	it('comes below one line for each reason, with the names or their number', () => {
		const busy = { ...poll, failure };
		const git = { server: 'https://git.forge.test', poll: offlineAt(0) };
		const state = stateOf(
			facts(
				resource({ name: 'live', hook: live }),
				...['a', 'b', 'c', 'd'].map((name) => resource({ name })),
				...['e', 'f'].map((name) => resource({ name, poll: busy })),
				resource({ name: 'away', ...git }),
			),
		);
		assert.deepEqual(
			reasonRows(state).map(({ label, description, detail }) => [label, description, detail]),
			[
				['Offline', 'away', `git.forge.test cannot be reached. ${none.why}`],
				['Checked regularly', '4 of 8', none.why],
				['Checked regularly', 'e, f', `${failure.why} ${none.why}`],
				['Live', 'live', undefined],
			],
		);
		const same = stateOf(facts(...['a', 'b', 'c', 'd'].map((name) => resource({ name }))));
		assert.deepEqual(
			reasonRows(same).map(({ description }) => description),
			['all 4'],
		);
	});

	it('is paused without the focus', () => {
		const [row] = statusRows(stateOf({ ...facts(resource()), hasFocus: false }), now);
		assert.deepEqual([row?.icon, row?.description], ['debug-pause', 'tracker · paused']);
	});
});
