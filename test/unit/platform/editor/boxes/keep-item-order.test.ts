import assert from 'node:assert/strict';
import { keepItemOrder } from '../../../../../src/platform/editor/boxes/keep-item-order.ts';

describe('The order of the items of a quick pick', () => {
	it('is kept if VS Code can', () => {
		const input = { sortByLabel: true };
		assert.equal(keepItemOrder(input as never), true);
		assert.equal(input.sortByLabel, false);
	});
});
