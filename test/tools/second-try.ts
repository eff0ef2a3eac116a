import type { Failure, Tally } from './tally.ts';

/**
 * Runs tests, and those that failed once more. `run` makes everything they need from scratch, with `only` for these tests: what a
 * failure leaves behind is in nobody's way. A test that passes in the second try is flaky.
 */
export async function withSecondTry(run: (only?: readonly string[]) => Promise<Tally>): Promise<Tally> {
	const first = await run();
	if (first.failed.length === 0) return first;
	for (const { test, reason } of first.failed) console.log(`\nFailed, is tried again: ${test}\n${reason}`);
	const isAll = first.failed.some(({ isOfRun }) => isOfRun);
	const second = await run(isAll ? undefined : first.failed.map(({ test }) => test));
	const before = new Map(first.failed.map(({ test, reason }) => [test, reason]));
	const isStillFailing = ({ test }: Failure) => second.failed.some((one) => one.test === test);
	return {
		passed: isAll ? second.passed : first.passed + second.passed,
		failed: second.failed.map(({ test, reason, ...rest }) => ({
			...rest,
			test,
			// The first reason tells most.
			reason: `At first: ${before.get(test) ?? 'nothing'}\nAt last: ${reason}`,
		})),
		flaky: first.failed.filter((one) => !isStillFailing(one)),
		leftOut: first.leftOut,
	};
}
