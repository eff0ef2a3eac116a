import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { actions, eventKinds } from '../../../src/inbox/model/rules.ts';
import { concerns } from '../../../src/platform/model/forge-events.ts';
import { answerWith, enter, passTurns, setSetting, takeCalls } from '../../kit/window/editor.ts';
import { root } from '../../tools/places.ts';
import { ticketEvent } from './events.ts';

const { openInboxRules } = await import('../../../src/inbox/settings.ts');

const name = 'tildeforge.inbox.rules';

describe('The setting of the rules of the inbox', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	/** The rules in a window with the focus. */
	function open() {
		const stored = new Map<string, unknown>();
		const memory = {
			get: (key: string) => stored.get(key),
			update: async (key: string, value: unknown) => void stored.set(key, value),
			keys: () => [],
		};
		const rules = openInboxRules(memory as never, lifetime);
		rules.setFocus(true);
		return rules;
	}

	it('is followed, also by Mute This, which writes the settings of the user', async () => {
		const rules = open();
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

	it('is offered in a warning if a rule is invalid, once', async () => {
		const rules = open();
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

	it('completes the words that rules understand, and describes each', () => {
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
