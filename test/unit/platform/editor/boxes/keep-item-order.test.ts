import assert from 'node:assert/strict';
import { keepItemOrder } from '../../../../../src/platform/editor/boxes/keep-item-order.ts';

describe('The order of the items of a quick pick', () => {
	it('is kept if VS Code can', () => {
		const input = { sortByLabel: true };
		assert.equal(keepItemOrder(input as never), true);
		assert.equal(input.sortByLabel, false);
	});

	it('is not kept if VS Code does not know how, or refuses', () => {
		const without = {};
		assert.equal(keepItemOrder(without as never), false);
		assert.deepEqual(without, {});
		const refusing = {
			get sortByLabel() {
				return true;
			},
			set sortByLabel(_: boolean) {
				throw new Error('The extension cannot use this proposal.');
			},
		};
		assert.equal(keepItemOrder(refusing as never), false);
	});
});
