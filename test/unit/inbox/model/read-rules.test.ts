import assert from 'node:assert/strict';
import { readRules, withMuted, withoutRule } from '../../../../src/inbox/model/read-rules.ts';
import { muteRule } from '../../../../src/inbox/model/rules.ts';
import { ticketEvent } from '../events.ts';

const settingName = 'tildeforge.inbox.rules';
const read = (setting: unknown) => readRules(setting, settingName);
const valid = { reason: 'assigned', event: 'commented', place: '~ana/editor', action: 'notify' };

describe('The setting of the inbox rules', () => {
	it('is read in its order', () => {
		const rules = [valid, { action: 'inbox' }];
		assert.deepEqual(read(rules), { rules, problems: [] });
	});

	it('has no rules if it is not set', () => {
		for (const none of [undefined, null, []]) assert.deepEqual(read(none), { rules: [], problems: [] });
	});

	it('may be a single rule', () => {
		assert.deepEqual(read({ action: 'notify' }), { rules: [{ action: 'notify' }], problems: [] });
		const problem =
			'Rule 1 of the setting tildeforge.inbox.rules is ignored: it must be an object with an "action".';
		assert.deepEqual(read('notify'), { rules: [], problems: [problem] });
	});

	const cases: readonly (readonly [what: string, rule: unknown, problem: RegExp])[] = [
		['is no object', 'notify', /it must be an object with an "action"\.$/],
		['has no action', { reason: 'assigned' }, /"action" must be one of ignore, inbox, notify\.$/],
		['has an unknown action', { action: 'shout' }, /"action" must be one of ignore, inbox, notify\.$/],
		['has an unknown reason', { ...valid, reason: 'bored' }, /"reason" must be one of assigned, mentioned,/],
		['has an unknown event', { ...valid, event: 'push' }, /"event" must be one of created, .*, pushed,/],
		[
			'has a place that is no name',
			{ ...valid, place: 'editor' },
			/"place" must be the name .* "~ana\/editor"\.$/,
		],
		[
			'has a misspelled condition',
			{ palce: '~ana/editor', action: 'ignore' },
			/"palce" is not a property of a rule\.$/,
		],
	];
	for (const [what, rule, problem] of cases) {
		it(`keeps its other rules if one ${what}, and says so`, () => {
			const { rules, problems } = read([valid, rule, valid]);
			assert.deepEqual(rules, [valid, valid]);
			assert.equal(problems.length, 1);
			assert.match(problems[0] ?? '', /^Rule 2 of the setting tildeforge\.inbox\.rules is ignored: /);
			assert.match(problems[0] ?? '', problem);
		});
	}

	it('loses a rule, but none that differs from it in anything', () => {
		const others = [
			...[{ reason: 'mentioned' }, { event: 'created' }, { place: '~bob/site' }, { action: 'mute' }],
		].map((part) => ({ ...valid, ...part }));
		const [rule = assert.fail()] = read([valid]).rules;
		assert.deepEqual(withoutRule([valid, ...others, 'notify', valid], rule), [...others, 'notify']);
	});

	it('gets a rule after one that shows notifications, once, and keeps what is invalid', () => {
		const event = ticketEvent();
		const all = { action: 'notify' } as const;
		const rule = muteRule(all, event);
		const other = { event: 'status', action: 'notify' };
		const invalid = { action: 'shout' };
		assert.deepEqual(withMuted([{ ...rule }, invalid, all, other], event), [invalid, all, rule, other]);
		assert.deepEqual(withMuted([all, rule], event), [all, rule]);
		assert.deepEqual(withMuted('notify', event), ['notify']);
		assert.deepEqual(withMuted(undefined, event), []);
	});
});
