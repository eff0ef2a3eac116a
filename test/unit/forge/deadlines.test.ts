import assert from 'node:assert/strict';
import { Deadlines } from '../../../src/forge/deadlines.ts';

describe('deadlines', () => {
	it('ring in the order of their times, and those that were met do not', async () => {
		const deadlines = new Deadlines();
		const rung: string[] = [];
		const last = Promise.withResolvers<void>();
		// Deadlines do not keep the process alive, so this timer does while the test waits.
		const alive = setInterval(() => {}, 1000);
		deadlines.add(40, () => {
			rung.push('late');
			last.resolve();
		});
		deadlines.add(20, () => rung.push('early'));
		deadlines.add(10, () => rung.push('met')).dispose();
		deadlines.add(0, () => rung.push('at once'));
		await last.promise;
		clearInterval(alive);
		assert.deepEqual(rung, ['at once', 'early', 'late']);
	});
});
