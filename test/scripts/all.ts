import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { run } from '../tools/processes.ts';
import { runProgram } from '../tools/programs.ts';
import { add, broken, type Tally } from '../tools/tally.ts';

options({});

const folder = temporaryFolder('tallies');
const coverage = temporaryFolder('coverage');

/** Runs one script of the checkout and answers what its tests came to. */
async function stage(name: string): Promise<Tally> {
	console.log(`\n=== ${name}\n`);
	const file = join(folder, name);
	const env = { TILDEFORGE_TALLY: file, NODE_V8_COVERAGE: coverage };
	const code = await run(process.execPath, [join(root, 'test/scripts/run.mjs'), name], { env });
	const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
	const tally = add(lines.map((line) => JSON.parse(line)));
	// A stage that broke without a failed test still counts, or the last line would say that all is well.
	const broke = code !== 0 || (lines.length === 0 && name !== 'check');
	const told = !broke || tally.failed.length > 0;
	return told ? tally : add([tally, broken(`The stage "${name}" ended with code ${code}.`)]);
}

const tallies: Tally[] = [];
for (const name of ['check', 'unit', 'editor', 'ui']) tallies.push(await stage(name));
// Real traffic is not part of the project. Where it is at hand, it is used.
if (existsSync(join(root, '..', 'shared', 'recordings'))) tallies.push(await stage('recordings'));
else console.log('\nNo recordings in ../shared/recordings: "npm run test:recordings" is left out.');

console.log('\n=== coverage, from plain Node and from inside the extension host\n');
await runProgram('c8', ['report', '--temp-directory', coverage]);

const { passed, failed, flaky } = add(tallies);
for (const title of flaky) console.log(`FLAKY, passed only when tried again: ${title}`);
for (const reason of failed) console.log(`\nFAILED  ${reason}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
