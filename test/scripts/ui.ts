import { rmSync } from 'node:fs';
import { launchChromium } from '../tools/chromium.ts';
import { runJobs } from '../tools/jobs.ts';
import { options } from '../tools/options.ts';
import { conclude } from '../tools/results.ts';
import { withSecondTry } from '../tools/second-try.ts';
import { shuffle } from '../tools/shuffle.ts';
import { Stop } from '../tools/stop.ts';
import { testFiles } from '../tools/suites.ts';
import { add, renamed, type Tally } from '../tools/tally.ts';
import { prepareWebHost } from '../tools/web-host.ts';
import { buildRestartable } from '../ui/restartable.ts';
import { failures } from '../ui/window.ts';

const { values, positionals } = options(
	{
		host: { type: 'string', default: 'web' },
		grep: { type: 'string' },
		jobs: { type: 'string', default: '3' },
		repeat: { type: 'string', default: '1' },
		seed: { type: 'string' },
		shuffle: { type: 'boolean', default: false },
	},
	{ words: true },
);
if (values.host !== 'web') {
	throw new Stop(
		'UI tests run only in the browser, where Playwright can control the window. Use -- --host=web.',
	);
}

function numberOf(name: 'jobs' | 'repeat' | 'seed', least: number): number {
	const number = Number(values[name]);
	if (Number.isInteger(number) && number >= least) return number;
	throw new Stop(`--${name} takes a whole number from ${least}.`);
}
const [jobs, repeat] = [numberOf('jobs', 1), numberOf('repeat', 1)];
const isShuffled = values.shuffle || values.seed !== undefined;
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : numberOf('seed', 0);

/** Longer than all files take on a busy machine. */
const limitMs = 85 * 60_000;

function runAll(seed: number | undefined): Promise<Tally> {
	const files = testFiles('ui', positionals);
	if (seed !== undefined) shuffle(files, seed);
	return withSecondTry((only) =>
		runJobs({ script: 'ui-job', count: jobs, limitMs }, { files, grep: values.grep, only, seed }),
	);
}

rmSync(failures, { recursive: true, force: true });
// If a browser must be downloaded, only this process does it.
await (await launchChromium()).close();
await Promise.all([buildRestartable(), prepareWebHost()]);

const rounds: Tally[] = [];
for (let nth = 0; nth < repeat; nth++) {
	const seed = isShuffled ? firstSeed + nth : undefined;
	const order = seed === undefined ? '' : `, order --seed ${seed}`;
	if (repeat > 1 || isShuffled) console.log(`\n--- Round ${nth + 1} of ${repeat}${order}`);
	// The order is part of the name, so that it can be repeated.
	const tally = renamed(await runAll(seed), (test) => `${test}${order}`);
	if (tally.failed.length + tally.flaky.length > 0) console.log(`Not all passed in the first run${order}.`);
	rounds.push(tally);
}
conclude({ ...add(rounds), skipped: rounds[0]?.skipped ?? [] });
process.exit();
