import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runMocha } from '../tools/mocha.ts';
import { conclude } from '../tools/results.ts';
import { add, broken, type Tally } from '../tools/tally.ts';
import { type UiTask, uiTaskVariable } from '../tools/ui-task.ts';
import { closeBrowser, openBrowser } from '../ui/browser.ts';
import { closeLastWindow } from '../ui/window.ts';

// Runs files of UI tests, one after the other, in windows that it reuses. `npm run test:ui` starts several of these processes.
const { files, taken, ...options }: UiTask = JSON.parse(process.env[uiTaskVariable] ?? '');

/** The longest journey takes 20 s, and almost a minute on a very busy machine. Each of its waits has a shorter limit. */
const limitMs = 120_000;

/** Whether no other process has taken the file. */
function take(file: string): boolean {
	try {
		mkdirSync(join(taken, basename(file)));
		return true;
	} catch {
		return false;
	}
}

await openBrowser();
const tallies: Tally[] = [];
for (const file of files) {
	if (!take(file)) continue;
	// Printed in one piece, because the processes share the output.
	const lines: string[] = [];
	tallies.push(await runMocha([file], { ...options, timeout: limitMs }, (line) => lines.push(line)));
	console.log(lines.join('\n'));
}
const left = await closeLastWindow();
await closeBrowser();
if (left > 0) tallies.push(broken('Windows', `${left} did not stop within 30 s.`));
conclude(add(tallies));
// Ends everything that a test has left running.
process.exit();
