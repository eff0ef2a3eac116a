import { join } from 'node:path';
import { Background } from '../tools/processes.ts';

/** Precedes the title of the first test that fails. */
export const firstFailure = 'First failure: ';

interface UnitRun {
	/** The checkout to run the tests in. */
	readonly folder: string;
	/** Paths from the root of the checkout. */
	readonly tests: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** A change can cause an endless loop. */
	readonly limitMs: number;
}

/** A busy machine can make a test too slow. */
const lateness = /timeout|not within|not ended/i;

/**
 * Runs unit test files in one process, until the first failure. Resolves with the failure, if there is one. A run that takes too long is
 * repeated, and fails only if that takes too long as well.
 */
export async function failureOf(run: UnitRun): Promise<string | undefined> {
	const failure = await firstFailureOf(run);
	return failure !== undefined && lateness.test(failure) ? firstFailureOf(run) : failure;
}

async function firstFailureOf({ folder, tests, env, limitMs }: UnitRun): Promise<string | undefined> {
	const script = join(folder, 'test/mutate/run-tests.ts');
	const child = new Background(process.execPath, [script, ...tests], { cwd: folder, ...(env && { env }) });
	let isLate = false;
	const limit = setTimeout(() => {
		isLate = true;
		child.stop('SIGKILL');
	}, limitMs);
	await child.exited;
	clearTimeout(limit);
	if (isLate) return `The tests have not ended after ${limitMs / 1000} seconds.`;
	if (child.code === 0) return undefined;
	return child.last(new RegExp(`^${firstFailure}(.+)`))?.[1] ?? `The tests ended with code ${child.code}.`;
}
