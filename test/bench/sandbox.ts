import { startForge } from '../../src/sandbox/forge.ts';
import { median, type Table } from './table.ts';

const starts = 7;

/** Milliseconds to start a forge with the demo world, until it answers. */
async function startTime(): Promise<number> {
	const begun = performance.now();
	const forge = await startForge({ port: 0 });
	const took = performance.now() - begun;
	await forge.stop();
	return took;
}

/** Measures how long the sandbox takes to start, which each test that has a forge waits for. */
export async function sandbox(): Promise<Table> {
	const times: number[] = [];
	for (let round = 0; round < starts; round++) times.push(await startTime());
	const start = median(times);
	return {
		about: `The sandbox forge with its demo world, ${starts} starts`,
		columns: ['median', 'worst'],
		rows: [{ name: 'start, ms', values: [start, Math.max(...times)] }],
		goals: [{ goal: `it starts within a second: ${start.toFixed(0)} ms`, met: start <= 1000 }],
	};
}
