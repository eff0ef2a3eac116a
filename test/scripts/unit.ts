import '../tools/local-names.cjs';
import { changedFiles, testsReachedBy } from '../tools/changed-tests.ts';
import { checkExecuted, reportsVariable } from '../tools/executed-functions.ts';
import { runJobs } from '../tools/jobs.ts';
import { options } from '../tools/options.ts';
import { temporaryFolder, useMemoryForTemporaryFiles } from '../tools/places.ts';
import { conclude } from '../tools/results.ts';
import { withSecondTry } from '../tools/second-try.ts';
import { Stop } from '../tools/stop.ts';
import { testFiles } from '../tools/suites.ts';
import { add } from '../tools/tally.ts';
import { runUnitTests } from '../tools/unit-tests.ts';
import { watchTests } from '../tools/watch-tests.ts';

const { values, positionals } = options(
	{
		grep: { type: 'string' },
		changed: { type: 'boolean', default: false },
		watch: { type: 'boolean', default: false },
	},
	{ words: true },
);
if ((values.changed || values.watch) && positionals.length > 0)
	throw new Stop('--changed and --watch choose the files. Leave out the names of files.');

/** Twice the cores of a small machine, because many tests wait: for Chromium, for another process, or for time to pass. */
const jobs = 4;
/** Longer than the tests take on a busy machine. */
const limitMs = 45 * 60_000;
/** Fewer files take less time in this process than it takes to start others. */
const fewFiles = 8;

useMemoryForTemporaryFiles();

// If a test blocks the thread and this timer, the stage limit of `npm test` applies.
if (!values.watch) {
	setTimeout(() => {
		console.error('The unit tests were stopped after 45 minutes.');
		process.exit(1);
	}, limitMs).unref();
}
if (values.watch) await watchTests(values.grep);
const files = values.changed ? testsReachedBy(changedFiles()) : testFiles('unit', positionals);
if (values.changed)
	console.log(`${files.length} files of tests reach what has changed since the last commit.`);
const { grep } = values;
if (values.changed && files.length === 0) throw new Stop('Nothing has changed since the last commit.');
if (files.length <= fewFiles) conclude(await runUnitTests(files, { grep }));
else {
	const isWhole = positionals.length === 0 && !values.changed && grep === undefined;
	// Other systems skip more tests. A measurement of coverage would lose what is recorded here.
	const isRecorded = isWhole && process.platform === 'linux' && process.env.NODE_V8_COVERAGE === undefined;
	const reports = isRecorded ? temporaryFolder('reports') : undefined;
	if (reports !== undefined) process.env[reportsVariable] = reports;
	const run = (only?: readonly string[]) =>
		runJobs({ script: 'unit-job', count: jobs, limitMs }, { files, grep, only });
	const tally = await withSecondTry(run);
	// A test that failed may be the only one that executes a function.
	const isChecked = reports !== undefined && tally.failed.length === 0;
	conclude(isChecked ? add([tally, checkExecuted(reports)]) : tally);
}
// A failed test may have left something running that would keep this process alive.
process.exit();
