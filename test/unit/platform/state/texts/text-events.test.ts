import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { TextEvents } from '../../../../../src/platform/state/texts/text-events.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheClock } from '../../../../kit/window/clock.ts';

describe('The events of texts', () => {
	stopTheClock();

	function open() {
		const lifetime = new Lifetime();
		const events = new TextEvents<string>(lifetime, readable().log);
		const told = { changed: [] as string[], written: [] as string[] };
		events.onDidChange((key) => told.changed.push(key));
		events.onDidWrite((key) => told.written.push(key));
		return { lifetime, events, told };
	}

	it('reach pages at each keystroke, and all others once a second', () => {
		const { events, told } = open();
		for (const name of ['a', 'a', 'b', 'a']) events.typed(name, `key ${name}`);
		assert.deepEqual(told, { changed: [], written: ['key a', 'key a', 'key b', 'key a'] });
		mock.timers.tick(999);
		assert.deepEqual(told.changed, []);
		mock.timers.tick(1);
		assert.deepEqual(told.changed, ['key a', 'key b']);
		mock.timers.tick(5000);
		assert.equal(told.changed.length, 2);
	});

	it('reach all at once if a text was removed or changed elsewhere, and do not come twice', () => {
		const { events, told } = open();
		events.typed('a', 'key a');
		events.changed('a', 'key a');
		assert.deepEqual(told, { changed: ['key a'], written: ['key a', 'key a'] });
		mock.timers.tick(5000);
		assert.deepEqual(told.changed, ['key a']);
	});
});
