import assert from 'node:assert/strict';
import { buildWorld } from '../../../src/sandbox/world/world.ts';
import { worldForge } from './world-forge.ts';

describe('Building the demo world', () => {
	it('lets everybody else in the process have their turn after every few acts', async () => {
		const forge = await worldForge();
		let acts = 0;
		let most = 0;
		let all = 0;
		const counted =
			<A extends unknown[], R>(act: (...args: A) => R) =>
			(...args: A): R => {
				all++;
				most = Math.max(most, ++acts);
				return act(...args);
			};
		const { lists, trackers } = forge;
		lists.receive = counted(lists.receive.bind(lists));
		trackers.tickets.open = counted(trackers.tickets.open.bind(trackers.tickets));
		trackers.tickets.update = counted(trackers.tickets.update.bind(trackers.tickets));
		let turns = setImmediate(function turn() {
			acts = 0;
			turns = setImmediate(turn);
		});
		try {
			await buildWorld(forge);
		} finally {
			clearImmediate(turns);
			await forge.stop();
		}
		assert.ok(all > 200, `${all} acts`);
		assert.ok(most <= 16, `${most} acts in one go`);
	});
});
