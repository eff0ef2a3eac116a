import assert from 'node:assert/strict';
import { StoredReadingOptions } from '../../../../src/patches/state/reading-options.ts';
import { memory } from '../../../tools/memory.ts';

describe('How the user wants to read diffs', () => {
	it('is remembered, and reported when it changes', () => {
		const stored = memory();
		const options = new StoredReadingOptions(stored);
		let changes = 0;
		options.onDidChange(() => changes++);
		options.set('wrapsLines', true);
		assert.equal(changes, 1);
		assert.deepEqual(new StoredReadingOptions(stored).value, {
			wrapsLines: true,
			ignoresWhitespace: false,
			showsOnePatch: false,
		});
	});

	it('is the usual way if what was stored makes no sense', () => {
		const stored = memory();
		new StoredReadingOptions(stored).set('wrapsLines', true);
		for (const broken of [null, 'yes', { wrapsLines: 'true' }]) {
			const read = new StoredReadingOptions({ get: () => broken, update: async () => {} });
			assert.equal(read.value.wrapsLines, false);
		}
	});
});
