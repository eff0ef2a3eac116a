import assert from 'node:assert/strict';
import { buildWorld } from '../../../src/sandbox/world/world.ts';
import { worldForge } from './world-forge.ts';

describe('Building the demo world', () => {
	it('yields to the rest of the process after every few acts', async () => {
		const forge = await worldForge();
		let acts = 0;
		let longestRun = 0;
		let total = 0;
		const countCalls =
			<A extends unknown[], R>(act: (...args: A) => R) =>
			(...args: A): R => {
				total++;
				longestRun = Math.max(longestRun, ++acts);
				return act(...args);
			};
		const { lists, trackers } = forge;
		lists.receive = countCalls(lists.receive.bind(lists));
		trackers.tickets.open = countCalls(trackers.tickets.open.bind(trackers.tickets));
		trackers.tickets.update = countCalls(trackers.tickets.update.bind(trackers.tickets));
		let immediate = setImmediate(function yieldAgain() {
			acts = 0;
			immediate = setImmediate(yieldAgain);
		});
		try {
			await buildWorld(forge);
		} finally {
			clearImmediate(immediate);
			await forge.stop();
		}
		assert.ok(total > 200, `${total} acts`);
		assert.ok(longestRun <= 16, `${longestRun} acts in one go`);
	});
});
