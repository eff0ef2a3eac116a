import assert from 'node:assert/strict';
import fc from 'fast-check';
import { liveState } from '../../../../../src/inbox/model/live-state.ts';
import { reasonRows, statusRows } from '../../../../../src/inbox/model/live-words/status-rows.ts';
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

describe('A row of Live Status', () => {
	const now = 3 * 60_000;
	const failure = { why: 'todo.forge.test is busy.', isOffline: false };
	const checked = 'checked about every 30 seconds';
	const silent = 'Its webhooks are waiting for the first change there.';
	for (const [given, description, detail, icon = 'sync'] of [
		[resource({ hook: live }), 'tracker · live · last delivery 3 minutes ago', undefined, 'broadcast'],
		[
			resource({ kind: 'list', hook: { ...live, refusedEvents: ['list:update', 'post:received'] } }),
			'mailing list · live · last delivery 3 minutes ago',
			'This forge sends no webhooks for changes of mailing lists and posts.',
			'broadcast',
		],
		[
			resource({ isAccountWide: true, hook: live }),
			'live · last delivery 3 minutes ago',
			undefined,
			'broadcast',
		],
		[resource({ kind: 'repository', hook: registered }), `repository · ${checked}`, silent],
		[
			resource({ kind: 'repository', hook: { ...registered, isAnswering: true } }),
			`repository · ${checked} · reports tickets to pushers`,
			silent,
		],
		[
			resource({ hook: { ...registered, deliveredAt: now, refusedEvents: ['ticket:create'] } }),
			`tracker · ${checked} · last delivery just now`,
			'This forge sends no webhooks for new tickets.',
		],
		[resource({ hook: { kind: 'pending', why: failure.why } }), `tracker · ${checked}`, failure.why],
		[
			resource({ hook: { ...registered, hasKey: false } }),
			`tracker · ${checked}`,
			"Webhooks arrive, but without the forge's key they cannot be trusted. Add webhookKey to tildeforge.instances.",
		],
		[
			resource({ hook: { ...registered, deliveredAt: now, mayHaveMissed: true } }),
			`tracker · ${checked} · last delivery just now`,
			'Some deliveries may have been lost. None has arrived since.',
		],
		[
			resource({ hook: { kind: 'pending' }, poll: undefined }),
			'tracker · not checked yet',
			'Webhooks are being registered.',
		],
		[
			resource({ hook: { kind: 'refused', why: 'The forge refuses webhooks.' }, poll: { ...poll, failure } }),
			`tracker · ${checked}`,
			'todo.forge.test is busy. The forge refuses webhooks.',
		],
		[
			resource({
				hook: { kind: 'pending', why: 'todo.forge.test refused the connection.' },
				poll: { ...poll, everyMs: 120_000, failure },
			}),
			'tracker · checked about every 2 minutes',
			failure.why,
		],
		[
			resource({ poll: offlineAt(0) }),
			'tracker · offline',
			`todo.forge.test cannot be reached. ${none.why}`,
			'debug-disconnect',
		],
		[resource({ poll: { ...poll, everyMs: 59_000 } }), 'tracker · checked about every minute', none.why],
		[resource({ poll: { ...poll, everyMs: 500_000 } }), 'tracker · checked about every 8 minutes', none.why],
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
		const git = { server: 'https://git.forge.test', poll: offlineAt(-1) };
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

	it('has words for everything that can be known', () =>
		fc.assert(
			fc.property(anyFacts, fc.nat(), (given, now) => {
				const state = liveState(given);
				if (!state) return;
				const rows = statusRows(state, now);
				assert.equal(rows.length, state.resources.length);
				for (const { description } of rows) assertWords(description);
				for (const { label } of reasonRows(state)) assertWords(label);
			}),
		));
});
