import assert from 'node:assert/strict';
import { isSameItem, itemRef } from '../../../../src/platform/model/item-name.ts';

describe('The name of an item', () => {
	const item = { owner: '~ana', name: 'editor' };

	it('is the name of its owner and its own', () => {
		assert.equal(itemRef(item), '~ana/editor');
	});

	it('is that of another item if one of the two differs', () => {
		const others = [{ ...item }, { ...item, owner: '~bob' }, { ...item, name: 'site' }];
		assert.deepEqual(
			others.map((other) => isSameItem(item, other)),
			[true, false, false],
		);
	});
});
