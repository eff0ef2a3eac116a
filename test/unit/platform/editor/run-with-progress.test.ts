import assert from 'node:assert/strict';
import { takeCalls } from '../../../kit/window/editor.ts';

const { runWithProgress } = await import('../../../../src/platform/editor/run-with-progress.ts');

describe('Work with progress in the status bar', () => {
	it('returns what it finds, and then its lifetime ends', async () => {
		let signal: AbortSignal | undefined;
		const found = await runWithProgress('Finding the page', async (own, lifetime) => {
			signal = own;
			assert.deepEqual([own.aborted, lifetime.ended], [false, false]);
			return 7;
		});
		assert.deepEqual([found, signal?.aborted], [7, true]);
		assert.deepEqual(takeCalls(), ['progress: Finding the page']);
	});

	it('ends its lifetime when it fails', async () => {
		let signal: AbortSignal | undefined;
		const failing = runWithProgress('Finding the page', async (own) => {
			signal = own;
			throw new Error('It is gone.');
		});
		await assert.rejects(failing, /gone/);
		assert.equal(signal?.aborted, true);
		takeCalls();
	});
});
