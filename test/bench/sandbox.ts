import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { startForge } from '../../src/sandbox/forge.ts';
import { median, type Table } from './table.ts';

const starts = 7;
const requests = 4000;
const rounds = 5;

/** Milliseconds to start a forge with the demo world, until it answers. */
async function startTime(): Promise<number> {
	const begun = performance.now();
	const forge = await startForge({ port: 0 });
	const took = performance.now() - begun;
	await forge.stop();
	return took;
}

/** Requests per second for one path, ten at a time. */
async function requestsPerSecond(
	origin: string,
	path: string,
	headers: Record<string, string>,
): Promise<number> {
	const pool = new Pool(origin, { connections: 10 });
	const begun = performance.now();
	let left = requests;
	const worker = async () => {
		while (left-- > 0) await (await pool.request({ path, method: 'GET', headers })).body.dump();
	};
	await Promise.all(Array.from({ length: 10 }, worker));
	const seconds = (performance.now() - begun) / 1000;
	await pool.close();
	return requests / seconds;
}

/** Compares the sandbox to a server with one fixed response. Both run alternately in this process. */
export async function sandbox(): Promise<Table> {
	const times: number[] = [];
	for (let round = 0; round < starts; round++) times.push(await startTime());

	const forge = await startForge({ port: 0 });
	const headers = { authorization: `Bearer ${forge.users[0]?.token}` };
	const path = '/api/trackers/editor/tickets/1';
	const answer = await fetch(forge.addresses.trackers + path, { headers });
	const text = await answer.text();
	const bare = createServer((_, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
	});
	await once(bare.listen(0, '127.0.0.1'), 'listening');
	const bareOrigin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
	const rates = { bare: [] as number[], sandbox: [] as number[] };
	for (let round = 0; round < rounds; round++) {
		rates.bare.push(await requestsPerSecond(bareOrigin, path, headers));
		rates.sandbox.push(await requestsPerSecond(forge.addresses.trackers, path, headers));
	}
	bare.close();
	await forge.stop();

	const start = median(times);
	return {
		about: `The sandbox forge: median of ${starts} starts, and of ${rounds} × ${requests} requests for a ticket`,
		columns: ['start, ms', 'requests a second'],
		rows: [
			{ name: 'a server with one fixed answer', values: [0, Math.round(median(rates.bare))] },
			{
				name: 'the sandbox, with its demo world',
				values: [Math.round(start), Math.round(median(rates.sandbox))],
			},
		],
		goals: [{ goal: `it starts within a second: ${start.toFixed(0)} ms`, met: start <= 1000 }],
	};
}
