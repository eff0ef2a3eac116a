import { parentPort, workerData } from 'node:worker_threads';
import { rangeDiff } from '../../src/mail/range-diff/range-diff.ts';
import { toRangeDiffPatch } from '../../src/mail/range-diff/range-diff-patch.ts';
import { chainsOf } from '../../src/patches/model/series/series.ts';
import { mutatedMail } from '../kit/mails/mutated-mails.ts';
import { Random } from '../kit/mails/random.ts';
import { type ReadMail, readMail } from '../kit/mails/read-mails.ts';
import { maxRepetitions, repeatedMail, repetitionNames } from '../kit/mails/repeated-mails.ts';
import { showMail } from '../kit/mails/show-mail.ts';
import { rebuildDiff } from '../tools/rebuild-diff.ts';
import { collectGarbage } from '../tools/released.ts';
import { batchMs, batchSize, type MailWorkReport, readLimitMs, showLimitMs } from './mail-work.ts';
import type { Seeds } from './seeds-in-workers.ts';

/** Compiling code and collecting garbage slow a measurement down, so slow ones are repeated. */
const repetitions = 5;

const { first: start, end }: Seeds = workerData;
const report = (message: MailWorkReport): void => parentPort?.postMessage(message);

/** One of this many mails repeats a piece thousands of times, which takes as long as many other mails. */
const repeatedEvery = 500;

function mailOf(seed: number): string {
	const random = new Random(seed);
	if (seed % repeatedEvery !== 0) return mutatedMail(random);
	const nth = (seed / repeatedEvery) % repetitionNames.length;
	return repeatedMail(repetitionNames[nth] ?? '', 1 + random.below(maxRepetitions));
}

/** The processor time of `work`, because a busy machine interrupts it. The shortest time of repetitions counts if it exceeds the limit. */
function measure<T>(limitMs: number, work: () => T): { readonly result: T; readonly ms: number } {
	let ms = Number.POSITIVE_INFINITY;
	const once = () => {
		const before = process.threadCpuUsage();
		const result = work();
		const { user, system } = process.threadCpuUsage(before);
		ms = Math.min(ms, (user + system) / 1000);
		return result;
	};
	const result = once();
	for (let nth = 0; nth < repetitions && ms > limitMs; nth++) once();
	return { result, ms };
}

function attempt(kind: 'read' | 'show' | 'series', what: string, limitMs: number, work: () => void): void {
	try {
		const { ms } = measure(limitMs, work);
		report({ kind, what, ms });
		if (ms > limitMs) report({ kind: 'slow', text: `${what} takes ${ms.toFixed(1)} ms` });
	} catch (error) {
		report({ kind: 'error', text: `${what} throws ${error instanceof Error ? error.stack : error}` });
	}
}

async function heapUsed(): Promise<number> {
	await collectGarbage();
	return process.memoryUsage().heapUsed;
}

let begunWith = 0;
for (let first = start; first < end; first += batchSize) {
	const read: ReadMail[] = [];
	const last = Math.min(first + batchSize, end);
	let characters = 0;
	for (let seed = first; seed < last; seed++) {
		parentPort?.postMessage({ kind: 'begun', seed });
		const mail = mailOf(seed);
		characters += mail.length;
		const what = (done: string) => `mail ${seed} of ${mail.length} characters, ${done},`;
		let result: ReadMail | undefined;
		attempt('read', what('read'), readLimitMs(mail.length), () => {
			result = readMail(mail);
		});
		if (result) read.push(result);
		attempt('show', what('shown'), showLimitMs(mail.length), () => showMail(mail));
	}
	const patches = read.flatMap(({ patches }) => patches);
	let series = 0;
	attempt('series', `the series of mails ${first} to ${last - 1}`, batchMs, () => {
		series = chainsOf(read).length;
	});
	attempt('series', `the comparison of mails ${first} to ${last - 1}`, batchMs, () => {
		for (const patch of patches) rebuildDiff(patch);
		const compared = patches.slice(0, 20).map(toRangeDiffPatch);
		const half = compared.length >> 1;
		rangeDiff(compared.slice(0, half), compared.slice(half));
	});
	report({ kind: 'batch', mails: last - first, characters, patches: patches.length, series });
	// By then, all code is compiled.
	if (begunWith === 0 && last - start >= (end - start) / 10) begunWith = await heapUsed();
}
report({ kind: 'done', grown: (await heapUsed()) - begunWith });
