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
}
conclude(add(tallies));
process.exit();
