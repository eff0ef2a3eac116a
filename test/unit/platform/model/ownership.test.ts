import assert from 'node:assert/strict';
import { ownershipOf } from '../../../../src/platform/model/ownership.ts';

describe('An item of a view', () => {
	it('is the account’s own if its owner is the account, and otherwise a pinned one', () => {
		assert.deepEqual([ownershipOf('~ana', '~ana'), ownershipOf('~bob', '~ana')], ['own', 'pinned']);
	});
});
