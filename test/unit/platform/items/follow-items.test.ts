import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { followItems } from '../../../../src/platform/items/follow-items.ts';
import { lamp, lampAccount } from './lamps.ts';

describe('A view', () => {
	it('follows the items of an account, what their rows show and its pins, but not refreshes that find nothing new', async () => {
		const markedChanges = new Emitter<void>();
		const { lamps: items, forge, marked } = await lampAccount('ana', ['hall'], markedChanges);
		const lifetime = new Lifetime();
		let changes = 0;
		followItems(
			items,
			lifetime,
			() => changes++,
			({ name, color }) => [name, color === 'red'],
		);
		const become = async (color: string) => {
			forge.lamps = [{ name: 'hall', color }];
			await items.own.refresh();
		};
		await become('red');
		assert.equal(changes, 1);
		await become('red');
		assert.equal(changes, 1);
		await become('blue');
		assert.equal(changes, 2);
		await become('green');
		assert.equal(changes, 2, 'the rows show only whether a lamp is red');
		await items.pins.pin(lamp('~bob/desk'));
		assert.equal(changes, 3);
		markedChanges.fire();
		assert.equal(changes, 3);
		marked.push('hall');
		markedChanges.fire();
		assert.equal(changes, 4);
		forge.failure = new ForgeError('offline', 'No lamp answers.');
		await items.own.refresh();
		assert.equal(changes, 5);
		forge.failure = undefined;
		await items.subscribed?.refresh();
		assert.equal(changes, 6);
		forge.subscribed = [{ id: 1, ...lamp('~bob/attic') }];
		await items.subscribed?.refresh();
		assert.equal(changes, 7);
		lifetime.dispose();
		await items.pins.unpin(lamp('~bob/desk'));
		assert.equal(changes, 7);
	});
});
