import assert from 'node:assert/strict';
import { LiveRounds } from '../../../soak/live-rounds.ts';

// A small part of `npm run soak -- live`.
describe('Two windows, of which the leading one is killed while deliveries arrive', function () {
	// It starts a forge and four processes.
	this.timeout(120_000);
	let rounds: LiveRounds | undefined;
	afterEach(() => rounds?.close());

	it('have each event once, and lose none', async () => {
		rounds = await LiveRounds.open({ places: ['editor-devel'], deliveries: 50, burstMs: 500, happenings: 8 });
		await rounds.round(1);
		assert.deepEqual([...rounds.problems], []);
		assert.equal(rounds.happenings, 8);
	});
});
