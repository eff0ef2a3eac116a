import { mock } from 'node:test';
import '../tools/local-names.cjs';
import { jobTask, takeFiles } from '../tools/jobs.ts';
import { conclude } from '../tools/results.ts';
import { add, type Tally } from '../tools/tally.ts';
import { runUnitTests } from '../tools/unit-tests.ts';

// Runs files of unit tests, one after the other. `npm run test:unit` starts several of these processes.
const task = jobTask();
const tallies: Tally[] = [];
for (const file of takeFiles(task)) {
	// Printed in one piece, because the processes share the output.
	const lines: string[] = [];
	tallies.push(await runUnitTests([file], task, (line) => lines.push(line)));
	console.log(lines.join('\n'));
	// What a file has mocked and not restored, such as the time, must not reach the next one.
	mock.restoreAll();
	mock.timers.reset();
}
conclude(add(tallies));
process.exit();
