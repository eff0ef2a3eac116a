import assert from 'node:assert/strict';
import { Deadlines } from '../../../src/forge/deadlines.ts';

describe('deadlines', () => {
	it('fire in the order of their times, unless they were disposed', async () => {
		const deadlines = new Deadlines();
		const fired: string[] = [];
		const lastFired = Promise.withResolvers<void>();
		// Deadlines do not keep the process alive, so this timer does while the test waits.
		const keepAlive = setInterval(() => {}, 1000);
		deadlines.add(40, () => {
			fired.push('late');
			lastFired.resolve();
		});
		deadlines.add(20, () => fired.push('early'));
		deadlines.add(10, () => fired.push('met')).dispose();
		deadlines.add(0, () => fired.push('at once'));
		await lastFired.promise;
		clearInterval(keepAlive);
		assert.deepEqual(fired, ['at once', 'early', 'late']);
	});
});
