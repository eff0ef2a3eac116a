/** What came of a run: everything that did not pass at once is named, so that the last lines tell what to look at. */
export interface Tally {
	readonly passed: number;
	/** What failed, each with its reason. */
	readonly failed: readonly string[];
	/** Tests that passed only when tried again: each has a race to be found. */
	readonly flaky: readonly string[];
}

/** A run that broke before its tests could be counted. */
export const broken = (reason: string): Tally => ({ passed: 0, failed: [reason], flaky: [] });

export const add = (tallies: readonly Tally[]): Tally => ({
	passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
	failed: tallies.flatMap(({ failed }) => failed),
	flaky: tallies.flatMap(({ flaky }) => flaky),
});
