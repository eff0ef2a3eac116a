import { appendFileSync } from 'node:fs';
import type { Tally } from './mocha.ts';

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

/**
 * Ends a runner: says what was flaky, hands the tally to `npm test` if that started it (the file named by
 * TILDEFORGE_TALLY), and sets the exit code. A run without a single test is a failure.
 */
export function conclude(tally: Tally): void {
	for (const title of tally.flaky) console.log(`FLAKY, passed only when tried again: ${title}`);
	const file = process.env.TILDEFORGE_TALLY;
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(tally)}\n`);
	if (tally.passed + tally.failed === 0) console.error('No test was run: is the --grep right?');
	process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;
}
