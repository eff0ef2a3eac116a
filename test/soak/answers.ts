import { bounds } from '../../src/forge/contract/bounds.ts';
import type { Table } from '../bench/table.ts';
import type { AnswersReport } from './answers-worker.ts';
import { inWorkers } from './seeds-in-workers.ts';

const heapMb = 512;
const hangMs = 120_000;
/** What a call may take in any case, and for each request and megabyte of a long walk through a list. */
const callLimitMs = 2000;
const requestLimitMs = 2;
const megabyteLimitMs = 12;

/**
 * Calls the functions of both dialects, with answers that are changed at random: other values, more depth and width, long texts, errors, pages
 * without end, damaged bytes. Call `n` is the same in every run.
 */
export async function answers(count = 20_000, first = 0): Promise<Table> {
	const sums = { calls: 0, values: 0, requests: 0, problems: 0, slow: 0 };
	let most = { requests: 0, what: '' };
	let slowest = { ms: 0, what: '' };
	const take = (report: AnswersReport) => {
		if (report.kind === 'failed') {
			sums.problems += 1;
			console.log(`PROBLEM ${report.text}`);
			return;
		}
		const { what, outcome, requests, megabytes, ms } = report.call;
		sums.calls += 1;
		if (sums.calls % 1000 === 0) console.log(`${sums.calls} calls`);
		if (outcome === 'value') sums.values += 1;
		sums.requests += requests;
		if (requests > most.requests) most = { requests, what };
		if (requests < 500 && ms > slowest.ms) slowest = { ms, what };
		if (ms <= Math.max(callLimitMs, requests * requestLimitMs, megabytes * megabyteLimitMs)) return;
		sums.slow += 1;
		console.log(
			`PROBLEM ${what} takes ${ms.toFixed(0)} ms for ${requests} requests and ${megabytes.toFixed(0)} MB`,
		);
	};
	const script = new URL('./answers-worker.ts', import.meta.url);
	const deaths = await inWorkers(script, { first, end: first + count }, { hangMs, heapMb }, take);
	return {
		about: `${count} calls of both dialects with answers that are changed, in a worker with ${heapMb} MB`,
		columns: ['all'],
		rows: [
			{ name: 'calls', values: [sums.calls] },
			{ name: 'with a value', values: [sums.values] },
			{ name: 'requests', values: [sums.requests] },
			{ name: `the slowest call: ${slowest.what} ms`, values: [slowest.ms] },
			{ name: `the most requests: ${most.what}`, values: [most.requests] },
		],
		goals: [
			{ goal: `no call fails with anything but a ForgeError: ${sums.problems}`, met: sums.problems === 0 },
			{ goal: `no call ends the worker or hangs: ${deaths}`, met: deaths === 0 },
			{
				goal: `a call takes at most ${callLimitMs} ms of processor time, or ${requestLimitMs} ms for each request and ${megabyteLimitMs} ms for each MB of a long list: ${sums.slow} take more`,
				met: sums.slow === 0,
			},
			{
				goal: `no call takes more than ${bounds.callRequests} requests: ${most.requests}`,
				met: most.requests <= bounds.callRequests,
			},
		],
	};
}
