import '../tools/local-names.cjs';
import { runMocha } from '../tools/mocha.ts';
import { options } from '../tools/options.ts';
import { runInOwnProcess } from '../tools/own-process.ts';
import { conclude } from '../tools/results.ts';
import { testFiles } from '../tools/suites.ts';
import { add } from '../tools/tally.ts';

const { values, positionals } = options({ grep: { type: 'string' } }, { words: true });

/**
 * When all tests run, each of these groups of folders runs in a separate process, and the other tests in this one. The three processes
 * take about the same time. The first mostly waits for Chromium.
 */
const separateGroups = [
	['test/unit/media/'],
	[
		'test/house/',
		'test/unit/contract/',
		'test/unit/patches/',
		'test/unit/repositories/',
		'test/unit/sandbox/',
		'test/unit/scripts/',
	],
];

const runHere = (files: readonly string[]) => runMocha(files, { grep: values.grep, timeout: 60_000 });

// Longer than the tests take on a busy machine. If a test blocks the thread and this timer, the stage limit of `npm test` applies.
setTimeout(() => {
	console.error('The unit tests were stopped after 45 minutes.');
	process.exit(1);
}, 45 * 60_000).unref();

if (positionals.length > 0) conclude(await runHere(testFiles('unit', positionals)));
else {
	const grep = values.grep === undefined ? [] : ['--grep', values.grep];
	const started = performance.now();
	const sinceStart = () => `${Math.round((performance.now() - started) / 1000)} s`;
	const others = separateGroups.map(async (folders) => {
		const title = folders.join(', ');
		const tally = await runInOwnProcess({ title, script: 'unit', args: [...grep, ...folders], minutes: 40 });
		console.log(`${title} took ${sinceStart()}`);
		return tally;
	});
	const rest = testFiles('unit').filter((file) => {
		const path = file.replaceAll('\\', '/');
		return !separateGroups.flat().some((folder) => path.includes(folder));
	});
	const tally = await runHere(rest);
	console.log(`The other unit tests took ${sinceStart()}`);
	conclude(add([tally, ...(await Promise.all(others))]));
}
// A failed test may have left something running that would keep this process alive.
process.exit();
