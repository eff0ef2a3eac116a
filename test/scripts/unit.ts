import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMocha } from '../tools/mocha.ts';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';
import { conclude } from '../tools/results.ts';
import { testFiles } from '../tools/suites.ts';
import { add, broken, type Tally } from '../tools/tally.ts';

const { values, positionals } = options({ grep: { type: 'string' } }, { words: true });

/** The half of the tests that has a process of its own, when all are run: it takes as long as the rest. */
const apart = ['test/unit/sandbox/', 'test/unit/contract/'];

const here = (files: readonly string[]) => runMocha(files, { grep: values.grep, timeout: 15_000 });

/** Runs this script once more for some files; what it says is shown when it is done. */
async function inOwnProcess(words: readonly string[]): Promise<Tally> {
	const file = join(temporaryFolder('half'), 'tally');
	const grep = values.grep === undefined ? [] : ['--grep', values.grep];
	const args = [join(root, 'test/scripts/run.mjs'), 'unit', ...grep, ...words];
	const half = new Background(process.execPath, args, { env: { TILDEFORGE_TALLY: file } });
	await half.exited;
	console.log(half.tail(Number.POSITIVE_INFINITY));
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
	return broken(`The half of ${words.join(', ')} did not come to its end.`);
}

if (positionals.length > 0) conclude(await here(testFiles('unit', positionals)));
else {
	const half = inOwnProcess(apart);
	const rest = testFiles('unit').filter((file) => {
		const path = file.replaceAll('\\', '/');
		return !apart.some((folder) => path.includes(folder));
	});
	const tally = await here(rest);
	conclude(add([tally, await half]));
}
