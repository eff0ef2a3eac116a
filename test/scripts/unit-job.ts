import { mock } from 'node:test';
import '../tools/local-names.cjs';
import { reportFunctions } from '../tools/executed-functions.ts';
import { jobTask, takeFiles } from '../tools/jobs.ts';
import { conclude } from '../tools/results.ts';
import { runFileOf } from '../tools/second-try.ts';
import { add, type Tally } from '../tools/tally.ts';
import { runUnitTests } from '../tools/unit-tests.ts';

// Runs files of unit tests, one after the other. `npm run test:unit` starts several of these processes.
reportFunctions();
const task = jobTask();
const tallies: Tally[] = [];
for (const file of takeFiles(task)) {
	// Printed in one piece, because the processes share the output.
	const lines: string[] = [];
	const print = (line: string) => lines.push(line);
	const run = (only?: readonly string[]) => runUnitTests([file], { ...task, only }, print);
	tallies.push(await runFileOf(file, task.only, run));
	if (lines.length > 0) console.log(lines.join('\n'));
	// What a file has mocked and not restored, such as the time, must not reach the next one.
	mock.restoreAll();
	mock.timers.reset();
}
conclude(add(tallies));
process.exit();
