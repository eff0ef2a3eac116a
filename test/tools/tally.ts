/** What came of a run. A test that passed only when tried again is flaky: it is named, so that its race is found. */
export interface Tally {
	readonly passed: number;
	readonly failed: number;
	readonly flaky: readonly string[];
}

const none: Tally = { passed: 0, failed: 0, flaky: [] };

export const add = (tallies: readonly Tally[]): Tally =>
	tallies.reduce(
		(sum, { passed, failed, flaky }) => ({
			passed: sum.passed + passed,
			failed: sum.failed + failed,
			flaky: [...sum.flaky, ...flaky],
		}),
		none,
	);
