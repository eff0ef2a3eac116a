import { appendFileSync } from 'node:fs';
import type { Tally } from './tally.ts';

let concluded = false;

// A test that ends the process must not look like the end of the run.
process.on('exit', () => {
	if (concluded || process.exitCode) return;
	console.error('The tests did not finish.');
	process.exitCode = 1;
});

/** Prints the tests that did not pass in the first run, the skipped tests, and the counts. */
function summarize({ passed, failed, flaky, skipped }: Tally): void {
	for (const one of skipped) console.log(`SKIPPED  ${one}`);
	for (const { test, reason } of flaky) console.log(`\nFLAKY, passed in a second try  ${test}\n${reason}`);
	for (const { test, reason } of failed) console.log(`\nFAILED  ${test}\n${reason}`);
	if (flaky.length > 0) console.log(`\n${flaky.length} flaky`);
	const more = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
	console.log(`\n${passed} passed, ${failed.length} failed${more}`);
}

/**
 * Ends a runner: passes the tally to the script that started it (in the file named by TILDEFORGE_TALLY) or else prints a summary,
 * and sets the exit code. A run without tests is a failure.
 */
export function conclude(tally: Tally): void {
	concluded = true;
	const file = process.env.TILDEFORGE_TALLY;
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(tally)}\n`);
	else {
		summarize(tally);
		if (tally.passed + tally.failed.length === 0)
			console.error('No test was run. Check --grep and the names of the files.');
	}
	process.exitCode = tally.failed.length > 0 || tally.passed === 0 ? 1 : 0;
}
