import assert from 'node:assert/strict';
import { rethrowLater } from '../../../src/base/rethrow.ts';

describe('A bug that no caller can handle', () => {
	it('is thrown after the current call, outside of it', async () => {
		const listeners = process.listeners('uncaughtException');
		process.removeAllListeners('uncaughtException');
		const bug = new Error('a bug');
		const thrown: unknown[] = [];
		process.once('uncaughtException', (error) => thrown.push(error));
		try {
			rethrowLater(bug);
			assert.deepEqual(thrown, []);
			await new Promise(setImmediate);
		} finally {
			for (const listener of listeners) process.on('uncaughtException', listener);
		}
		assert.deepEqual(thrown, [bug]);
	});
});
