import { availableParallelism } from 'node:os';
import type { Table } from '../bench/table.ts';
import { batchMs, batchSize, type MailWorkReport, readLimitMs, showLimitMs } from './mail-work.ts';
import { inWorkers } from './seeds-in-workers.ts';

/** What the titles and senders that `remember` keeps take at most here. A million mails have too many to be read again, but fewer than it keeps. */
const mayGrow = 8e6;
/** A mail that takes longer hangs. It includes what other processes and the collection of garbage take. */
const hangMs = 20_000;

type Timed = 'read' | 'show' | 'series';

/** What all workers have reported. */
class Results {
	mails = 0;
	characters = 0;
	patches = 0;
	series = 0;
	errors = 0;
	hangs = 0;
	/** Of the worker that has grown most. */
	grown = 0;
	slow = 0;
	readonly slowest: Readonly<Record<Timed, { ms: number; what: string }>> = {
		read: { ms: 0, what: '' },
		show: { ms: 0, what: '' },
		series: { ms: 0, what: '' },
	};

	take(report: MailWorkReport): void {
		switch (report.kind) {
			case 'batch':
				this.mails += report.mails;
				this.characters += report.characters;
				this.patches += report.patches;
				this.series += report.series;
				if (this.mails % 5000 < batchSize) console.log(`${this.mails} mails`);
				break;
			case 'done':
				this.grown = Math.max(this.grown, report.grown);
				break;
			case 'error':
				this.errors++;
				console.log(`PROBLEM ${report.text}`);
				break;
			case 'slow':
				this.slow++;
				console.log(`PROBLEM ${report.text}`);
				break;
			default: {
				const slowest = this.slowest[report.kind];
				if (report.ms > slowest.ms) Object.assign(slowest, { ms: report.ms, what: report.what });
			}
		}
	}
}

/**
 * Reads mails with random faults, does all that lists and pages do with them, and reports errors, slow ones, those that never end, and memory
 * of a worker. Each processor has a share of the mails. Mail `n` is the same in every run.
 */
export async function mails(count = 1_000_000): Promise<Table> {
	const results = new Results();
	const begun = performance.now();
	const share = Math.ceil(count / availableParallelism());
	const starts = Array.from({ length: Math.ceil(count / share) }, (_, nth) => nth * share);
	const readShare = async (start: number) => {
		const seeds = { first: start, end: Math.min(start + share, count) };
		const script = new URL('./mail-worker.ts', import.meta.url);
		results.hangs += await inWorkers(script, seeds, { hangMs }, (report: MailWorkReport) =>
			results.take(report),
		);
	};
	await Promise.all(starts.map(readShare));
	const seconds = (performance.now() - begun) / 1000;
	const { read, show, series } = results.slowest;
	const row = (name: string, { ms, what }: typeof read) => ({ name: `${name}: ${what} ms`, values: [ms] });
	return {
		about: `${count} mails with random faults, read, shown, rebuilt, compared and put into series`,
		columns: ['all'],
		rows: [
			{ name: 'mails', values: [results.mails] },
			{ name: 'characters, millions', values: [results.characters / 1e6] },
			{ name: 'patches in them', values: [results.patches] },
			{ name: 'series', values: [results.series] },
			{ name: 'all, s', values: [seconds] },
			row('the slowest mail', read),
			row('the slowest page', show),
			row(`the slowest series of ${batchSize} mails`, series),
			{ name: 'heap that stays, MB', values: [results.grown / 1e6] },
		],
		goals: [
			{ goal: `no mail throws: ${results.errors}`, met: results.errors === 0 },
			{
				goal: `no mail ends its worker or takes longer than ${hangMs / 1000} s: ${results.hangs}`,
				met: results.hangs === 0,
			},
			{
				goal: `a mail of 10,000 characters is read within ${readLimitMs(10_000)} ms and shown within ${showLimitMs(10_000)} ms, and ${batchSize} mails are put into series within ${batchMs} ms: ${results.slow} are not`,
				met: results.slow === 0,
			},
			{
				goal: `at most ${mayGrow / 1e6} MB stay in memory: ${(results.grown / 1e6).toFixed(1)} MB`,
				met: results.grown <= mayGrow,
			},
		],
	};
}
