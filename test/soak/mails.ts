import { rebuildDiff } from '../../src/patches/model/patch/rebuild.ts';
import { comparedPatch } from '../../src/patches/model/rangediff/compared-patch.ts';
import { rangeDiff } from '../../src/patches/model/rangediff/range-diff.ts';
import { chainsOf } from '../../src/patches/model/series/series.ts';
import type { Table } from '../bench/table.ts';
import { collectGarbage } from '../tools/released.ts';
import { mutatedMail } from '../unit/patches/mutated-mails.ts';
import { Random } from '../unit/patches/random.ts';
import { type ReadMail, readMail } from '../unit/patches/read-mails.ts';

/** Mails that are put into series together. */
const batchSize = 100;
/** What reading any mail may take, and in addition for each character. */
const mailMs = 5;
const characterMs = 0.001;
const batchMs = 250;
const mayGrow = 5e6;
/** Compiling code and collecting garbage slow a measurement down, so slow ones are repeated. */
const repetitions = 5;

class Slowest {
	ms = 0;
	what = '';

	/**
	 * Measures the processor time of `work`, because a busy machine interrupts it. The shortest time of repetitions counts if it was
	 * slower than the limit or all before.
	 */
	measure<T>(what: string, limitMs: number, work: () => T): { readonly result: T; readonly ms: number } {
		let ms = Number.POSITIVE_INFINITY;
		const once = () => {
			const before = process.cpuUsage();
			const result = work();
			const { user, system } = process.cpuUsage(before);
			ms = Math.min(ms, (user + system) / 1000);
			return result;
		};
		const result = once();
		for (let nth = 0; nth < repetitions && ms > Math.min(this.ms, limitMs); nth++) once();
		if (ms > this.ms) Object.assign(this, { ms, what });
		return { result, ms };
	}
}

async function heapUsed(): Promise<number> {
	await collectGarbage();
	return process.memoryUsage().heapUsed;
}

/** Reads mails with random faults, and reports errors, slow ones and memory. Mail `n` is the same in every run. */
export async function mails(count = 1_000_000): Promise<Table> {
	const [slowestMail, slowestBatch, slowestComparison] = [new Slowest(), new Slowest(), new Slowest()];
	let [errors, tooSlow, characters, patchCount, chains] = [0, 0, 0, 0, 0];
	const warmUp = batchSize * Math.floor(count / batchSize / 10);
	let begunWith = 0;
	const begun = performance.now();
	for (let first = 0; first < count; first += batchSize) {
		const read: ReadMail[] = [];
		const attempt = (what: string, work: () => void) => {
			try {
				work();
			} catch (error) {
				errors++;
				console.log(`PROBLEM ${what} throws ${error instanceof Error ? error.stack : error}`);
			}
		};
		for (let seed = first; seed < Math.min(first + batchSize, count); seed++) {
			const mail = mutatedMail(new Random(seed));
			characters += mail.length;
			const what = `mail ${seed} of ${mail.length} characters`;
			attempt(what, () => {
				const limitMs = mailMs + mail.length * characterMs;
				const { result, ms } = slowestMail.measure(what, limitMs, () => readMail(mail));
				read.push(result);
				if (ms <= limitMs) return;
				tooSlow++;
				console.log(`PROBLEM ${what} takes ${ms.toFixed(1)} ms`);
			});
		}
		const patches = read.flatMap(({ patches }) => patches);
		patchCount += patches.length;
		const what = `batch ${first}`;
		attempt(what, () => {
			chains += slowestBatch.measure(what, batchMs, () => chainsOf(read)).result.length;
			for (const patch of patches) rebuildDiff(patch);
			const compared = patches.slice(0, 20).map(comparedPatch);
			const half = compared.length >> 1;
			slowestComparison.measure(what, batchMs, () =>
				rangeDiff(compared.slice(0, half), compared.slice(half)),
			);
		});
		// By then, all code is compiled.
		if (first === warmUp) begunWith = await heapUsed();
		if ((first + batchSize) % 50_000 === 0)
			console.log(`${first + batchSize} mails, ${slowestMail.what}: ${slowestMail.ms.toFixed(1)} ms`);
	}
	const grown = (await heapUsed()) - begunWith;
	const ms = performance.now() - begun;
	const row = (name: string, { ms, what }: Slowest) => ({ name: `${name}: ${what}, ms`, values: [ms] });
	return {
		about: `${count} mails with random faults, read, rebuilt, compared and put into series`,
		columns: ['all'],
		rows: [
			{ name: 'mails', values: [count] },
			{ name: 'characters, millions', values: [characters / 1e6] },
			{ name: 'patches in them', values: [patchCount] },
			{ name: 'series', values: [chains] },
			{ name: 'all, s', values: [ms / 1000] },
			row('the slowest mail', slowestMail),
			row(`the slowest series of ${batchSize} mails`, slowestBatch),
			row('the slowest comparison', slowestComparison),
			{ name: 'heap that stays, MB', values: [grown / 1e6] },
		],
		goals: [
			{ goal: `no mail throws: ${errors}`, met: errors === 0 },
			{
				goal: `each mail is read within ${mailMs} ms and ${characterMs * 1000} µs for each character: ${tooSlow} are not`,
				met: tooSlow === 0,
			},
			{
				goal: `${batchSize} mails are put into series within ${batchMs} ms: ${slowestBatch.ms.toFixed(1)} ms`,
				met: slowestBatch.ms <= batchMs,
			},
			{
				goal: `at most ${mayGrow / 1e6} MB stay in memory: ${(grown / 1e6).toFixed(1)} MB`,
				met: grown <= mayGrow,
			},
		],
	};
}
