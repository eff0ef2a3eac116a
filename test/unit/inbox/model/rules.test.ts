import assert from 'node:assert/strict';
import { actionFor, muteRule, type Rule } from '../../../../src/inbox/model/rules.ts';
import { listEvent, repositoryEvent, ticketEvent } from '../events.ts';

describe('The rules of the inbox', () => {
	const comment = ticketEvent({ concerns: ['submitted', 'participated'] });

	it('let everything that concerns the user enter by default, without notifications', () => {
		for (const event of [comment, listEvent(), repositoryEvent()]) {
			assert.equal(actionFor(event, [], '~ana'), 'inbox');
		}
		assert.equal(actionFor(ticketEvent({ concerns: [] }), [], '~ana'), 'ignore');
	});

	it('never let the user’s own actions enter', () => {
		assert.equal(actionFor(comment, [{ action: 'notify' }], '~bob'), 'ignore');
	});

	const cases: readonly (readonly [name: string, rules: readonly Rule[], action: string])[] = [
		['match any of the reasons', [{ reason: 'participated', action: 'notify' }], 'notify'],
		['do not match another reason', [{ reason: 'assigned', action: 'notify' }], 'inbox'],
		['match a kind of event', [{ event: 'commented', action: 'ignore' }], 'ignore'],
		['do not match another kind', [{ event: 'status', action: 'ignore' }], 'inbox'],
		['match a place', [{ place: '~ana/editor', action: 'ignore' }], 'ignore'],
		['do not match another place', [{ place: '~ana/editor-devel', action: 'ignore' }], 'inbox'],
		[
			'match only if all conditions do',
			[{ reason: 'submitted', event: 'status', action: 'notify' }],
			'inbox',
		],
		['match everything without conditions', [{ action: 'notify' }], 'notify'],
		[
			'follow the last that matches',
			[{ action: 'ignore' }, { event: 'commented', action: 'notify' }],
			'notify',
		],
		[
			'ignore later ones that do not match',
			[{ action: 'notify' }, { event: 'status', action: 'ignore' }],
			'notify',
		],
	];
	for (const [name, rules, action] of cases) {
		it(name, () => assert.equal(actionFor(comment, rules, '~ana'), action));
	}

	it('are overridden by Mute This for such events of the place only, which still enter', () => {
		const all = { action: 'notify' } as const;
		const muted = muteRule(all, comment);
		const rules = muted ? [all, muted] : [];
		assert.equal(actionFor(comment, rules, '~ana'), 'inbox');
		assert.equal(actionFor(ticketEvent({ kind: 'mentioned' }), rules, '~ana'), 'notify');
		const elsewhere = ticketEvent({ place: { ...comment.place, tracker: 'site' } });
		assert.equal(actionFor(elsewhere, rules, '~ana'), 'notify');
	});
});
