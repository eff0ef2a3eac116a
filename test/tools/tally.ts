/** A test that did not pass in the first run. */
export interface Failure {
	readonly test: string;
	readonly reason: string;
	/** Concerns the whole run, not one test. */
	readonly isOfRun?: true;
	/** Not run, because a hook failed before it. */
	readonly wasNotRun?: true;
}

/** The result of a run. It names every test that did not pass in the first run. */
export interface Tally {
	readonly passed: number;
	readonly failed: readonly Failure[];
	/** Tests that passed only in the second run. Each has a race to find. */
	readonly flaky: readonly Failure[];
	/** Tests that this machine cannot run, each with what is missing. */
	readonly skipped: readonly string[];
}

export const noTests: Tally = { passed: 0, failed: [], flaky: [], skipped: [] };

/** The result of a run that failed before its tests could be counted. */
export const broken = (test: string, reason: string): Tally => ({
	...noTests,
	failed: [{ test, reason, isOfRun: true }],
});

export const add = (tallies: readonly Tally[]): Tally => ({
	passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
	failed: tallies.flatMap(({ failed }) => failed),
	flaky: tallies.flatMap(({ flaky }) => flaky),
	skipped: tallies.flatMap(({ skipped }) => skipped),
});

/** The same result with other names of the tests that did not pass in the first run. */
export function renamed(tally: Tally, nameOf: (test: string) => string): Tally {
	const change = (failures: readonly Failure[]) =>
		failures.map((failure) => ({ ...failure, test: nameOf(failure.test) }));
	return { ...tally, failed: change(tally.failed), flaky: change(tally.flaky) };
}
