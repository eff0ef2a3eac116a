import '../tools/local-names.cjs';
import { runMocha } from '../tools/mocha.ts';
import { options } from '../tools/options.ts';
import { runInOwnProcess } from '../tools/own-process.ts';
import { conclude } from '../tools/results.ts';
import { testFiles } from '../tools/suites.ts';
import { add } from '../tools/tally.ts';

const { values, positionals } = options({ grep: { type: 'string' } }, { words: true });

/** When all tests run, these run in a separate process. They take as long as the rest. */
const apart = ['test/unit/sandbox/', 'test/unit/contract/'];

const here = (files: readonly string[]) => runMocha(files, { grep: values.grep, timeout: 15_000 });

// Longer than the tests take on a busy machine. If a test blocks the thread and this timer, the stage limit of `npm test` applies.
setTimeout(() => {
	console.error('The unit tests are ended after 15 minutes.');
	process.exit(1);
}, 15 * 60_000).unref();

if (positionals.length > 0) conclude(await here(testFiles('unit', positionals)));
else {
	const grep = values.grep === undefined ? [] : ['--grep', values.grep];
	const half = runInOwnProcess({
		title: apart.join(', '),
		script: 'unit',
		args: [...grep, ...apart],
		minutes: 12,
	});
	const rest = testFiles('unit').filter((file) => {
		const path = file.replaceAll('\\', '/');
		return !apart.some((folder) => path.includes(folder));
	});
	const tally = await here(rest);
	conclude(add([tally, await half]));
}
// A failed test may have left something running that would keep this process alive.
process.exit();
