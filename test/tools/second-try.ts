import { join, relative } from 'node:path';
import { root } from './places.ts';
import { type Failure, noTests, renamed, type Tally } from './tally.ts';

/**
 * Runs tests, then runs the failed ones again. `run` sets up everything from scratch, limited to the tests in `only`, so that leftovers
 * of a failure do not affect the second run. A test that passes in the second run is flaky.
 */
export async function withSecondTry(run: (only?: readonly string[]) => Promise<Tally>): Promise<Tally> {
	const first = await run();
	if (first.failed.length === 0) return first;
	for (const { test, reason } of first.failed) console.log(`\nFailed, is tried again: ${test}\n${reason}`);
	const only = first.failed.some(({ isOfRun }) => isOfRun)
		? undefined
		: [...new Set(first.failed.map(({ test }) => test))];
	const second = await run(only);
	const broken = second.failed.filter(({ isOfRun }) => isOfRun);
	const isWhole = broken.length === 0 && second.passed + second.failed.length >= (only?.length ?? 1);
	// An incomplete second run proves nothing.
	if (!isWhole) return { ...first, failed: [...first.failed, ...broken] };
	const before = new Map(first.failed.map(({ test, reason }) => [test, reason]));
	const isStillFailing = ({ test }: Failure) => second.failed.some((one) => one.test === test);
	return {
		passed: only ? first.passed + second.passed : second.passed,
		failed: second.failed.map(({ test, reason, ...rest }) => ({
			...rest,
			test,
			// The first reason is usually the most useful one.
			reason: `At first: ${before.get(test) ?? 'nothing'}\nAt last: ${reason}`,
		})),
		flaky: first.failed.filter((one) => !one.wasNotRun && !isStillFailing(one)),
		skipped: only ? first.skipped : second.skipped,
	};
}

/** Runs one of several files, limited to its tests in `only`. Names its tests with its path, because titles are unique only in a file. */
export async function runFileOf(
	file: string,
	only: readonly string[] | undefined,
	run: (only?: readonly string[]) => Promise<Tally>,
): Promise<Tally> {
	const start = `${relative(join(root, 'test'), file).replaceAll('\\', '/')}: `;
	const titles = only?.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
	if (titles?.length === 0) return noTests;
	return renamed(await run(titles), (title) => `${start}${title}`);
}
