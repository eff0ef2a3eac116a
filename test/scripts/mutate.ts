import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runUnit, TestCoverage } from '../mutate/coverage.ts';
import { filesThatReach } from '../mutate/reach.ts';
import { type Mutation, mutationsOf, shown } from '../mutate/sites.ts';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { shuffle } from '../tools/shuffle.ts';
import { Stop } from '../tools/stop.ts';

/** The upper floors, of which at least a third of the changes are. */
const upper = /^media\/|\/(view|page|commands)\//;
/** Never run by unit tests, except through a bundle. */
const ofPages = /^media\//;

const { values, positionals }: { values: { seed?: string; folder?: string }; positionals: string[] } =
	options({ seed: { type: 'string' }, folder: { type: 'string' } }, { words: true });
const count = Number(positionals[0] ?? 20);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
if (!Number.isSafeInteger(count) || count < 1)
	throw new Stop('Give the number of changes: npm run mutate -- 120.');

/** Copies what git knows, and what is new, so that the changes never touch the checkout. */
function copyCheckout(): string {
	const folder = temporaryFolder('mutate');
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
		cwd: root,
		encoding: 'utf8',
	});
	for (const path of listed.split('\n').filter(Boolean)) cpSync(join(root, path), join(folder, path));
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
	return folder;
}

function choose(paths: readonly string[]): readonly Mutation[] {
	const all = paths.flatMap((path) => mutationsOf(path, readFileSync(join(root, path), 'utf8')));
	shuffle(all, seed);
	const above = all.filter(({ path }) => upper.test(path)).slice(0, Math.ceil(count / 3));
	return [...above, ...all.filter((one) => !above.includes(one))].slice(0, count);
}

const list = (pattern: string) =>
	execFileSync('git', ['ls-files', '-co', '--exclude-standard', pattern], { cwd: root, encoding: 'utf8' })
		.split('\n')
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
const sources = [...list('src'), ...list('media')].filter(
	(path) =>
		!path.startsWith('src/sandbox/world/') && (values.folder === undefined || path.startsWith(values.folder)),
);
const unitTests = list('test/unit').filter((path) => path.endsWith('.test.ts'));
const pageTests = unitTests.filter((path) => path.startsWith('test/unit/media/'));

const folder = copyCheckout();
const coverage = new TestCoverage(folder);
console.log(`Seed ${seed}. Measuring which test runs which code …`);
const hostTests = unitTests.filter((test) => !pageTests.includes(test));
const measured = values.folder === undefined ? hostTests : filesThatReach(root, hostTests, values.folder);
for (const test of measured) await coverage.measure(test);

async function isCaught({ path, start }: Mutation): Promise<boolean> {
	const tests = ofPages.test(path) ? pageTests : coverage.testsOf(path, start);
	for (const test of tests) if (!(await runUnit(folder, [test]))) return true;
	return false;
}

const survivors: Mutation[] = [];
const chosen = choose(sources);
for (const [nth, mutation] of chosen.entries()) {
	const { path, start, end, replacement } = mutation;
	const program = readFileSync(join(root, path), 'utf8');
	writeFileSync(join(folder, path), program.slice(0, start) + replacement + program.slice(end));
	const caught = await isCaught(mutation);
	writeFileSync(join(folder, path), program);
	if (!caught) survivors.push(mutation);
	console.log(`${nth + 1}/${chosen.length} ${caught ? 'caught' : 'SURVIVED'} ${shown(mutation, program)}`);
}
const caught = chosen.length - survivors.length;
console.log(
	`\n${caught} of ${chosen.length} changes were caught (${Math.round((100 * caught) / chosen.length)} %), seed ${seed}.`,
);
process.exit();
