import { jobTask, takeFiles } from '../tools/jobs.ts';
import { runMocha } from '../tools/mocha.ts';
import { conclude } from '../tools/results.ts';
import { runFileOf } from '../tools/second-try.ts';
import { add, broken, type Tally } from '../tools/tally.ts';
import { closeBrowser, openBrowser } from '../ui/browser.ts';
import { closeLastWindow } from '../ui/window.ts';

// Runs files of UI tests, one after the other, in windows that it reuses. `npm run test:ui` starts several of these processes.
const task = jobTask();

/** The longest journey takes 20 s, and almost a minute on a very busy machine. Each of its waits has a shorter limit. */
const limitMs = 120_000;

await openBrowser();
const tallies: Tally[] = [];
for (const file of takeFiles(task)) {
	// Printed in one piece, because the processes share the output.
	const lines: string[] = [];
	const print = (line: string) => lines.push(line);
	const run = (only?: readonly string[]) => runMocha([file], { ...task, only, timeout: limitMs }, print);
	tallies.push(await runFileOf(file, task.only, run));
	if (lines.length > 0) console.log(lines.join('\n'));
}
const left = await closeLastWindow();
await closeBrowser();
if (left > 0) tallies.push(broken('Windows', `${left} did not stop within 30 s.`));
conclude(add(tallies));
// Ends everything that a test has left running.
process.exit();
