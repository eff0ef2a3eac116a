import assert from 'node:assert/strict';
import { unreadableName } from '../../../../../src/platform/state/store/unreadable-name.ts';

describe('The name of a file that could not be read', () => {
	it('is never given twice, so that no copy replaces another one', () => {
		const names = Array.from({ length: 100 }, () => unreadableName('queue').join('/'));
		assert.equal(new Set(names).size, 100);
		assert.match(names[0] ?? '', /^unreadable\/queue 2\d{3}-/);
	});
});
