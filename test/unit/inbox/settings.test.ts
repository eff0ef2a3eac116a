import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { actionFor, actions, eventKinds } from '../../../src/inbox/model/rules.ts';
import { concerns, type ForgeEvent } from '../../../src/platform/model/forge-events.ts';
import { answerWith, enter, passTurns, setSetting, takeCalls } from '../../kit/window/editor.ts';
import { memory } from '../../tools/memory.ts';
import { root } from '../../tools/places.ts';
import { listEvent, ticketEvent } from './events.ts';

const { InboxRules } = await import('../../../src/inbox/settings.ts');
const { workspace } = await import('vscode');

const name = 'tildeforge.inbox.rules';

describe('The rules of the inbox', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	/** The settings and memory of a user, and windows that read them. */
	function user(setting: unknown) {
		setSetting(name, setting);
		const stored = memory();
		return {
			warnings: () => takeCalls().flatMap((call) => /^warning: (.*): Open Settings$/.exec(call)?.[1] ?? []),
			setting: () => workspace.getConfiguration().get<unknown>(name),
			write: (value: unknown) => setSetting(name, value),
			window: (hasFocus = true) => {
				const rules = lifetime.add(new InboxRules(stored));
				rules.setFocus(hasFocus);
				return rules;
			},
		};
	}

	it('are those of the setting, at once when it changes', () => {
		const { window, write } = user(undefined);
		const rules = window();
		let changes = 0;
		rules.onDidChange(() => changes++);
		assert.deepEqual(rules.rules, []);
		write([{ action: 'notify' }]);
		assert.deepEqual([rules.rules, changes], [[{ action: 'notify' }], 1]);
		rules.dispose();
		write([]);
		assert.equal(changes, 1);
	});

	it('that are invalid do not count, and are named once in all windows and after restarts', () => {
		const { window, write, warnings } = user([{ action: 'shout' }, { action: 'notify' }]);
		const rules = window();
		assert.deepEqual(rules.rules, [{ action: 'notify' }]);
		const [warning = ''] = warnings();
		assert.match(warning, /^Rule 1 of the setting tildeforge\.inbox\.rules is ignored: "action" must be/);
		write([{ action: 'shout' }, { action: 'inbox' }]);
		rules.setFocus(false);
		rules.setFocus(true);
		window();
		assert.deepEqual(warnings(), []);
		write([{ action: 'cry' }, { event: 'x', action: 'inbox' }, 7]);
		// The first problem reads as before.
		assert.match(warnings().join(), /^Rule 1 .* \(2 more\)$/);
	});

	it('are reported again when they were corrected and are invalid again', () => {
		const { window, write, warnings } = user([{ action: 'shout' }]);
		window();
		write([]);
		write([{ action: 'shout' }]);
		assert.equal(warnings().length, 2);
	});

	it('are reported by the window with the focus', () => {
		const { window, warnings } = user('notify');
		const background = window(false);
		assert.deepEqual(warnings(), []);
		background.setFocus(true);
		assert.deepEqual(warnings(), [
			'Rule 1 of the setting tildeforge.inbox.rules is ignored: it must be an object with an "action".',
		]);
	});

	it('get one more for each kind of event and place that is muted', async () => {
		const { window, setting } = user([{ action: 'notify' }]);
		const rules = window();
		const undo = await rules.mute([ticketEvent(), ticketEvent({ key: 'event 2' }), listEvent()]);
		assert.deepEqual(setting(), [
			{ action: 'notify' },
			{ event: 'reply', place: '~ana/editor-devel', action: 'inbox' },
			{ event: 'commented', place: '~ana/editor', action: 'inbox' },
		]);
		await rules.mute([]);
		assert.equal(rules.rules.length, 3);
		await undo();
		assert.deepEqual(setting(), [{ action: 'notify' }]);
	});

	it('keep out what they kept out before a notification about something else was muted', async () => {
		const quiet = { place: '~ana/editor', reason: 'watched', action: 'ignore' };
		const { window } = user([
			quiet,
			{ reason: 'mentioned', action: 'notify' },
			{ reason: 'assigned', action: 'notify' },
		]);
		const rules = window();
		const actionOf = (event: ForgeEvent) => actionFor(event, rules.rules, '~ana');
		const mention = ticketEvent({ concerns: ['mentioned'] });
		assert.equal(actionOf(mention), 'notify');
		await rules.mute([mention]);
		assert.equal(actionOf(mention), 'inbox');
		assert.equal(actionOf(ticketEvent({ concerns: ['watched'] })), 'ignore');
		assert.equal(actionOf(ticketEvent({ concerns: [] })), 'ignore');
		assert.equal(actionOf(ticketEvent({ concerns: ['assigned'] })), 'inbox');
		assert.equal(actionOf(ticketEvent({ kind: 'status', concerns: ['assigned'] })), 'notify');
	});

	it('keep what the user has changed meanwhile when muting is undone, and a rule that was there before', async () => {
		const rule = { event: 'commented', place: '~ana/editor', action: 'inbox' };
		const { window, setting, write } = user([rule, { action: 'notify' }]);
		const rules = window();
		await (await rules.mute([ticketEvent()]))();
		assert.deepEqual(setting(), [rule, { action: 'notify' }]);
		const undo = await rules.mute([listEvent()]);
		write([...rules.rules, { event: 'list', action: 'ignore' }]);
		await undo();
		assert.deepEqual(setting(), [rule, { action: 'notify' }, { event: 'list', action: 'ignore' }]);
	});

	it('are followed, also by Mute This, which writes the settings of the user', async () => {
		const rules = user([]).window();
		let changes = 0;
		rules.onDidChange(() => changes++);
		setSetting(name, [{ action: 'notify' }]);
		setSetting('tildeforge.undoSeconds', 7);
		assert.deepEqual([rules.rules, changes], [[{ action: 'notify' }], 1]);
		const undo = await rules.mute([ticketEvent()]);
		const muted = [{ action: 'notify' }, { event: 'commented', place: '~ana/editor', action: 'inbox' }];
		assert.deepEqual(takeCalls(), [`setting: user: ${name}: ${JSON.stringify(muted)}`]);
		setSetting(name, muted.slice(1));
		await undo();
		assert.deepEqual(takeCalls(), [`setting: user: ${name}: removed`]);
	});

	it('are offered in a warning if one is invalid, once', async () => {
		const rules = user([]).window();
		answerWith(enter('Open Settings'));
		setSetting(name, [{ action: 'shout' }]);
		await passTurns();
		const [warning = '', opened] = takeCalls();
		assert.match(warning, /^warning: Rule 1 .*: Open Settings$/);
		assert.equal(opened, `command: workbench.action.openSettings: @id:${name}`);
		setSetting('tildeforge.undoSeconds', 8);
		setSetting(name, [{ action: 'shout' }]);
		rules.setFocus(false);
		rules.setFocus(true);
		assert.deepEqual(takeCalls(), []);
	});

	it('are completed with the words that they understand, and describe each', () => {
		const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		const { properties, required } = manifest.contributes.configuration.properties[name].items;
		assert.deepEqual(Object.keys(properties), ['reason', 'event', 'place', 'action']);
		assert.deepEqual(required, ['action']);
		for (const [property, words] of [
			['reason', concerns],
			['event', eventKinds],
			['action', actions],
		] as const) {
			const offered = properties[property];
			const described: readonly string[] = offered.enumDescriptions;
			assert.deepEqual(offered.enum, words);
			assert.equal(new Set(described).size, words.length);
		}
	});
});
