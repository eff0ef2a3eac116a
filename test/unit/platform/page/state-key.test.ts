import assert from 'node:assert/strict';
import { keyFromState } from '../../../../src/platform/page/state-key.ts';

describe('The state that VS Code keeps for a page', () => {
	it('has the key of the page, besides other values', () => {
		assert.equal(keyFromState({ key: '["a","b","c",1]', scroll: 1 }), '["a","b","c",1]');
	});
});
