import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { followOutbox } from '../../../../src/platform/items/follow-outbox.ts';

describe('Following the changes that wait to be sent', () => {
	it('names the items of those that were added and of those that are gone', () => {
		const changes = new Emitter<void>();
		const outbox = { entries: [] as readonly unknown[], onDidChange: changes.event };
		const changed: string[] = [];
		const following = followOutbox<string, unknown>(outbox as never, (key) => changed.push(key));
		const become = (...keys: readonly string[]) => {
			outbox.entries = keys.map((key) => ({ key }));
			changes.fire();
			return changed.splice(0);
		};
		assert.deepEqual(become('one'), ['one']);
		assert.deepEqual(become('two'), ['one', 'two']);
		assert.deepEqual(become(), ['two']);
		following.dispose();
		assert.deepEqual(become('one'), []);
	});
});
