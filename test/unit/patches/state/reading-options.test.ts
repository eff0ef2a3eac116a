import assert from 'node:assert/strict';
import { StoredReadingOptions } from '../../../../src/patches/state/reading-options.ts';
import { memory } from '../../../tools/memory.ts';

describe('How the user wants to read diffs', () => {
	it('is remembered, and reported when it changes', () => {
		const stored = memory();
		const options = new StoredReadingOptions(stored);
		let changes = 0;
		options.onDidChange(() => changes++);
		options.set('wrapsLines', false);
		options.set('showsOnePatch', true);
		assert.equal(changes, 2);
		assert.deepEqual(new StoredReadingOptions(stored).value, {
			wrapsLines: false,
			ignoresWhitespace: false,
			showsOnePatch: true,
			showsNetDiff: false,
		});
	});

	it('shows one patch at a time, or what all of them change, but not both', () => {
		const options = new StoredReadingOptions(memory());
		const shown = () => [options.value.showsOnePatch, options.value.showsNetDiff];
		options.set('showsOnePatch', true);
		options.set('showsNetDiff', true);
		assert.deepEqual(shown(), [false, true]);
		options.set('showsOnePatch', true);
		assert.deepEqual(shown(), [true, false]);
		options.set('showsNetDiff', false);
		assert.deepEqual(shown(), [true, false]);
	});

	it('is the usual way, with wrapped lines, if what was stored makes no sense', () => {
		for (const broken of [undefined, null, 'yes', { wrapsLines: 'no', showsOnePatch: 'true' }]) {
			const read = new StoredReadingOptions({ get: () => broken, update: async () => {} });
			assert.deepEqual(read.value, {
				wrapsLines: true,
				ignoresWhitespace: false,
				showsOnePatch: false,
				showsNetDiff: false,
			});
		}
	});
});
