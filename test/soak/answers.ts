import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bounds } from '../../src/forge/contract/bounds.ts';
import type { Table } from '../bench/table.ts';
import { root } from '../tools/places.ts';
import type { AnswersReport } from './answers-worker.ts';

const heapLimitMb = 512;
/** What a call may take, and what each request of a long walk through a list may add. */
const callLimitMs = 2000;
const requestLimitMs = 2;
const hangMs = 120_000;

/** What the processes have reported. */
class Results {
	calls = 0;
	values = 0;
	problems = 0;
	slow = 0;
	deaths = 0;
	requests = 0;
	most = { requests: 0, what: '' };
	slowest = { ms: 0, what: '' };
	seed = 0;

	take(report: AnswersReport): void {
		this.seed = report.seed;
		if (report.kind === 'failed') this.#report(report.text);
		if (report.kind !== 'ended') return;
		const { what, outcome, requests, ms } = report.call;
		this.calls += 1;
		if (this.calls % 1000 === 0) console.log(`${this.calls} calls`);
		if (outcome === 'value') this.values += 1;
		this.requests += requests;
		if (requests > this.most.requests) this.most = { requests, what };
		if (requests < 500 && ms > this.slowest.ms) this.slowest = { ms, what };
		if (ms > Math.max(callLimitMs, requests * requestLimitMs)) {
			this.slow += 1;
			console.log(`PROBLEM call ${this.seed} takes ${ms.toFixed(0)} ms for ${requests} requests: ${what}`);
		}
	}

	#report(text: string): void {
		this.problems += 1;
		console.log(`PROBLEM call ${this.seed} fails: ${text}`);
	}
}

/** Makes the calls from `first` on in a process, until it ends. Returns the seed to go on with. */
async function callInProcess(first: number, end: number, results: Results): Promise<number> {
	const execArgv = [...process.execArgv, `--max-old-space-size=${heapLimitMb}`];
	const child = fork(join(root, 'test/soak/answers-worker.ts'), [`${first}`, `${end}`], { execArgv });
	const hanging = setTimeout(() => child.kill('SIGKILL'), hangMs);
	child.on('message', (report: AnswersReport) => {
		hanging.refresh();
		results.take(report);
	});
	const [code] = await once(child, 'exit');
	clearTimeout(hanging);
	if (code === 0) return end;
	results.deaths += 1;
	console.log(`PROBLEM call ${results.seed} ends the process`);
	return results.seed + 1;
}

/**
 * Calls the functions of both dialects, with answers that are changed at random: other values, more depth and width, long texts, errors, pages
 * without end, damaged bytes. Call `n` is the same in every run.
 */
export async function answers(count = 20_000, first = 0): Promise<Table> {
	const results = new Results();
	const end = first + count;
	for (let next = first; next < end; ) next = await callInProcess(next, end, results);
	const { most, slowest } = results;
	return {
		about: `${count} calls of both dialects with answers that are changed, in a process with ${heapLimitMb} MB`,
		columns: ['all'],
		rows: [
			{ name: 'calls', values: [results.calls] },
			{ name: 'with a value', values: [results.values] },
			{ name: 'requests', values: [results.requests] },
			{ name: `the slowest call: ${slowest.what} ms`, values: [slowest.ms] },
			{ name: `the most requests: ${most.what}`, values: [most.requests] },
		],
		goals: [
			{
				goal: `no call fails with anything but a ForgeError: ${results.problems}`,
				met: results.problems === 0,
			},
			{ goal: `no call ends the process or hangs: ${results.deaths}`, met: results.deaths === 0 },
			{
				goal: `a call takes at most ${callLimitMs} ms of processor time, or ${requestLimitMs} ms for each request of a long list: ${results.slow} take more`,
				met: results.slow === 0,
			},
			{
				goal: `no call takes more than ${bounds.callRequests} requests: ${most.requests}`,
				met: most.requests <= bounds.callRequests,
			},
		],
	};
}
