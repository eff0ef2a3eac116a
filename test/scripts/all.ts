import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { productSources } from '../house/sources.ts';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { run } from '../tools/processes.ts';
import { runProgram } from '../tools/programs.ts';
import { conclude } from '../tools/results.ts';
import { add, broken, noTests, type Tally } from '../tools/tally.ts';

const { values } = options({ coverage: { type: 'boolean', default: false } });

const folder = temporaryFolder('tallies');
const coverage = temporaryFolder('coverage');
/** Longer than any stage takes on a busy machine. */
const limitMs = 90 * 60_000;
/** How long each stage took. */
const durations: string[] = [];

/** Runs one script of the checkout and returns its test results. */
async function runStage(name: string): Promise<Tally> {
	console.log(`\n=== ${name}\n`);
	const started = performance.now();
	const file = join(folder, name);
	const env = { TILDEFORGE_TALLY: file, ...(values.coverage && { NODE_V8_COVERAGE: coverage }) };
	const code = await run(process.execPath, [join(root, 'test/scripts/run.mjs'), name], { env, limitMs });
	const seconds = Math.round((performance.now() - started) / 1000);
	durations.push(`${name} ${seconds} s`);
	console.log(`\n"${name}" took ${seconds} s`);
	const tally: Tally = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : noTests;
	// A stage that broke without a failed test must still count. Otherwise the last line would report success.
	const isSilent = code !== 0 || (!existsSync(file) && name !== 'check');
	if (!isSilent || tally.failed.length > 0) return tally;
	return add([tally, broken(`Stage ${name}`, `It ended with code ${code}.`)]);
}

async function reportCoverage(): Promise<void> {
	console.log('\n=== coverage, from plain Node and from inside the extension host\n');
	// Files that contain only types are never loaded. They would count as not covered.
	const onlyTypes = productSources().filter(
		({ text }) => transformSync(text, { loader: 'ts' }).code.trim() === '',
	);
	const excluded = onlyTypes.flatMap(({ path }) => ['--exclude', path]);
	await runProgram('c8', ['report', '--temp-directory', coverage, ...excluded]);
}

const tallies: Tally[] = [];
// The editor tests wait so often that the unit tests take little longer beside them.
for (const names of [['check'], ['unit', 'editor'], ['ui']])
	tallies.push(...(await Promise.all(names.map(runStage))));
// Real traffic is not part of the project. It is used only if present.
if (existsSync(join(root, '..', 'shared', 'recordings'))) tallies.push(await runStage('recordings'));
else console.log('\nNo recordings in ../shared/recordings: "npm run test:recordings" is left out.');
if (values.coverage) await reportCoverage();
console.log(`\n${durations.join(', ')}`);
conclude(add(tallies));
