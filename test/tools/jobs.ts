import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeOf } from '../../src/base/files/files.ts';
import { root, temporaryFolder, testPlace } from './places.ts';
import { run } from './processes.ts';
import { realClock } from './real-clock.ts';
import { add, broken, type Tally } from './tally.ts';

/** What each of several processes that share test files gets. */
export interface JobTask {
	/** In the order in which they begin. */
	readonly files: readonly string[];
	/** A folder in which the processes mark the files that they have taken. */
	readonly taken: string;
	readonly grep?: string | undefined;
	readonly only?: readonly string[] | undefined;
	readonly seed?: number | undefined;
}

const taskVariable = 'TILDEFORGE_JOB';

/** How long each file took in the last run, for the order of the next one. */
const durationsFile = join(testPlace, 'durations.json');

const nameOf = (file: string): string => relative(root, file).replace(/[\\/]/g, '+');

interface Jobs {
	/** The script of each process. It takes files with `takeFiles` and ends with `conclude`. */
	readonly script: string;
	readonly count: number;
	readonly limitMs: number;
}

/** Runs test files in several processes, the longest first, so that the processes end at about the same time. */
export async function runJobs(
	{ script, count, limitMs }: Jobs,
	task: Omit<JobTask, 'taken'>,
): Promise<Tally> {
	const taken = temporaryFolder('taken');
	const files = task.seed === undefined ? longestFirst(task.files) : task.files;
	const runJob = async (): Promise<Tally> => {
		const file = join(temporaryFolder('tally'), 'tally');
		const env = { TILDEFORGE_TALLY: file, [taskVariable]: JSON.stringify({ ...task, files, taken }) };
		const code = await run(process.execPath, [join(root, 'test/scripts/run.mjs'), script], { env, limitMs });
		if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
		return broken(script, `A process ended with code ${code} and without a result.`);
	};
	const tallies = await Promise.all(Array.from({ length: Math.min(count, files.length) }, runJob));
	const marks = new Set(readdirSync(taken));
	for (const file of files)
		if (!marks.has(nameOf(file))) tallies.push(broken(file, 'No process has run it.'));
	if (task.grep === undefined && task.only === undefined) storeDurations(taken);
	return add(tallies);
}

/** The task of this process. */
export const jobTask = (): JobTask => JSON.parse(process.env[taskVariable] ?? '');

/** The files that no other process has taken. How long the caller works on each is stored. */
export function* takeFiles({ files, taken }: JobTask): Generator<string> {
	for (const file of files) {
		const mark = join(taken, nameOf(file));
		try {
			mkdirSync(mark);
		} catch (error) {
			if (codeOf(error) === 'EEXIST') continue;
			throw error;
		}
		const started = realClock.now();
		yield file;
		writeFileSync(join(mark, 'ms'), String(Math.round(realClock.now() - started)));
	}
}

function readDurations(): Readonly<Record<string, number>> {
	try {
		return JSON.parse(readFileSync(durationsFile, 'utf8'));
	} catch {
		// In a fresh checkout, there are none.
		return {};
	}
}

/** In a fresh checkout, the time limits of a file's tests, and then its size, tell about how long they take. A new file may take long. */
function longestFirst(files: readonly string[]): readonly string[] {
	const durations = readDurations();
	const isMeasured = files.some((file) => nameOf(file) in durations);
	const weights = new Map(
		files.map((file) => [
			file,
			isMeasured ? (durations[nameOf(file)] ?? Number.POSITIVE_INFINITY) : guessedWeight(file),
		]),
	);
	return files.toSorted((a, b) => {
		const [one = 0, other = 0] = [weights.get(a), weights.get(b)];
		return one === other ? 0 : other - one;
	});
}

function guessedWeight(file: string): number {
	const text = readFileSync(file, 'utf8');
	const limits = Array.from(text.matchAll(/\.timeout\(([\d_]+)\)/g), ([, limit = '']) =>
		Number(limit.replaceAll('_', '')),
	);
	return Math.max(0, ...limits) * 100 + text.length;
}

/** Stores how long each file took, and prints the longest. */
function storeDurations(taken: string): void {
	const measured = readdirSync(taken)
		.filter((name) => existsSync(join(taken, name, 'ms')))
		.map((name) => [name, Number(readFileSync(join(taken, name, 'ms'), 'utf8'))] as const);
	mkdirSync(testPlace, { recursive: true });
	const written = `${durationsFile}.${process.pid}`;
	writeFileSync(written, JSON.stringify({ ...readDurations(), ...Object.fromEntries(measured) }));
	renameSync(written, durationsFile);
	const longest = measured.toSorted(([, a], [, b]) => b - a).slice(0, 10);
	console.log('\nThe longest files:');
	for (const [name, ms] of longest)
		console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name.replaceAll('+', '/')}`);
}
