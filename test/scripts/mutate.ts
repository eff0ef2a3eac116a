import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestCoverage } from '../mutate/coverage.ts';
import { byNearness } from '../mutate/order.ts';
import { filesThatReach } from '../mutate/reach.ts';
import { failureOf } from '../mutate/run-unit.ts';
import { describeMutation, type Mutation, mutationsOf } from '../mutate/sites.ts';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { shuffle } from '../tools/shuffle.ts';
import { Stop } from '../tools/stop.ts';

/** The layers above the state. At least a third of the changes are made there. */
const upperLayers = /^media\/|\/(view|page|commands)\//;
/** Files with data instead of decisions. */
const data = /^src\/sandbox\/world\/|^media\/page\/icons\.ts$/;

const { values, positionals }: { values: { seed?: string; folder?: string }; positionals: string[] } =
	options({ seed: { type: 'string' }, folder: { type: 'string' } }, { words: true });
const count = Number(positionals[0] ?? 20);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
if (!Number.isSafeInteger(count) || count < 1)
	throw new Stop('Give the number of changes: npm run mutate -- 120.');

/** Copies the tracked files, and new ones, so that the changes never touch the checkout. */
function copyCheckout(): string {
	const folder = temporaryFolder('mutate');
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
		cwd: root,
		encoding: 'utf8',
	});
	// Git lists node_modules if it is a link.
	for (const path of listed.split('\n').filter((path) => path !== '' && path !== 'node_modules'))
		cpSync(join(root, path), join(folder, path));
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
	return folder;
}

function choose(paths: readonly string[]): readonly Mutation[] {
	const all = paths.flatMap((path) => mutationsOf(path, readFileSync(join(copies[0], path), 'utf8')));
	shuffle(all, seed);
	const upper = all.filter(({ path }) => upperLayers.test(path)).slice(0, Math.ceil(count / 3));
	return [...upper, ...all.filter((one) => !upper.includes(one))].slice(0, count);
}

const listFiles = (pattern: string) =>
	execFileSync('git', ['ls-files', '-co', '--exclude-standard', pattern], { cwd: root, encoding: 'utf8' })
		.split('\n')
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
const sources = [...listFiles('src'), ...listFiles('media')].filter(
	(path) => !data.test(path) && (values.folder === undefined || path.startsWith(values.folder)),
);
const unitTests = listFiles('test/unit').filter((path) => path.endsWith('.test.ts'));

const copies = [copyCheckout(), copyCheckout()] as const;
const coverage = new TestCoverage();
console.log(`Seed ${seed}. Measuring which test runs which code …`);
// Tests of pages run the pages' code as a bundle, so imports do not show what they run.
const isOfPages = values.folder?.startsWith('media') ?? true;
const measured = isOfPages ? unitTests : filesThatReach(root, unitTests, values.folder ?? '');
await coverage.measure(measured, copies);
for (const [test, failure] of coverage.failing) console.log(`${test} fails without any change: ${failure}`);

/** The first test that fails because of a change. The nearest test file runs first, because it is the likeliest to fail. */
async function failureWith({ path, reachedAt }: Mutation, folder: string): Promise<string | undefined> {
	const durationMs = (test: string) => coverage.durationMsOf([test]);
	const [nearest, ...rest] = byNearness(path, coverage.testsOf(path, reachedAt), durationMs);
	for (const tests of [nearest ? [nearest] : [], rest]) {
		if (tests.length === 0) continue;
		const limitMs = 60_000 + 5 * coverage.durationMsOf(tests);
		const failure = await failureOf({ folder, tests, limitMs });
		if (failure !== undefined) return failure;
	}
	return undefined;
}

const chosen = choose(sources);
const left = [...chosen];
let caught = 0;

async function tryChanges(folder: string): Promise<void> {
	for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
		const { path, start, end, replacement } = mutation;
		const program = readFileSync(join(folder, path), 'utf8');
		writeFileSync(join(folder, path), program.slice(0, start) + replacement + program.slice(end));
		const failure = await failureWith(mutation, folder);
		writeFileSync(join(folder, path), program);
		if (failure !== undefined) caught += 1;
		const result = failure === undefined ? 'SURVIVED' : `caught by ${failure}`;
		console.log(
			`${chosen.indexOf(mutation) + 1}/${chosen.length} ${result}: ${describeMutation(mutation, program)}`,
		);
	}
}

await Promise.all(copies.map(tryChanges));
console.log(
	`\n${caught} of ${chosen.length} changes were caught (${Math.round((100 * caught) / chosen.length)} %), seed ${seed}.`,
);
process.exit();
