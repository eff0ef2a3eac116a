import '../tools/local-names.cjs';
import { changedFiles, testsReachedBy } from '../tools/changed-tests.ts';
import { runJobs } from '../tools/jobs.ts';
import { options } from '../tools/options.ts';
import { useMemoryForTemporaryFiles } from '../tools/places.ts';
import { conclude } from '../tools/results.ts';
import { withSecondTry } from '../tools/second-try.ts';
import { Stop } from '../tools/stop.ts';
import { testFiles } from '../tools/suites.ts';
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
	const run = (only?: readonly string[]) =>
		runJobs({ script: 'unit-job', count: jobs, limitMs }, { files, grep, only });
	conclude(await withSecondTry(run));
}
// A failed test may have left something running that would keep this process alive.
process.exit();
