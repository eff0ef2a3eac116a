import { appendFileSync } from 'node:fs';
import type { Tally } from './tally.ts';

let concluded = false;

// A test that ends the process must not pass for the end of the tests.
process.on('exit', () => {
	if (concluded || process.exitCode) return;
	console.error('The tests did not come to their end.');
	process.exitCode = 1;
});

/**
 * Ends a runner: says what was flaky, hands the tally to `npm test` if that started it (the file named by
 * TILDEFORGE_TALLY), and sets the exit code. A run without a single test is a failure.
 */
export function conclude(tally: Tally): void {
	concluded = true;
	for (const title of tally.flaky) console.log(`FLAKY, passed only when tried again: ${title}`);
	const file = process.env.TILDEFORGE_TALLY;
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(tally)}\n`);
	if (tally.passed + tally.failed.length === 0) {
		console.error('No test was run: is the --grep, or the name of the file, right?');
	}
	process.exitCode = tally.failed.length > 0 || tally.passed === 0 ? 1 : 0;
}
