import { format } from 'node:util';
import Mocha from 'mocha';
import { runBeforeEachTest } from './before-each-test.ts';
import { skipped } from './only-where.ts';
import { shuffle } from './shuffle.ts';
import { Stop } from './stop.ts';
import type { Failure, Tally } from './tally.ts';

export interface MochaOptions {
	/** Runs only tests whose titles contain this text. Without `grep` and `only`, a file without tests is a failure. */
	readonly grep?: string | undefined;
	/** Runs only the tests with these full titles. */
	readonly only?: readonly string[] | undefined;
	readonly timeout: number;
	/** Runs nothing after the first failure. */
	readonly bail?: boolean;
	/** Shuffles suites and tests. The same seed gives the same order. */
	readonly seed?: number | undefined;
	/** Fails only for unhandled rejections whose stack matches. By default, any unhandled rejection is a failure. */
	readonly rejections?: RegExp;
}

type Print = (line: string) => void;

/** Runs test files with mocha and prints its `spec` report, line by line through `print` if given. */
export async function runMocha(
	files: readonly string[],
	options: MochaOptions,
	print?: Print,
): Promise<Tally> {
	const { Base } = Mocha.reporters;
	if (print) Base.consoleLog = (...words: unknown[]) => print(format(...words));
	const { timeout, bail = false } = options;
	const mocha = new Mocha({ timeout, bail, forbidOnly: true, forbidPending: true });
	if (options.grep !== undefined) mocha.fgrep(options.grep);
	const skippedBefore = skipped.length;
	for (const file of files) mocha.addFile(file);
	mocha.suite.beforeEach(runBeforeEachTest);
	await mocha.loadFilesAsync().catch(throwExplained);
	if (options.only) keepOnly(mocha.suite, new Set(options.only));
	if (options.seed !== undefined) shuffleSuite(mocha.suite, options.seed);

	const failed: Failure[] = [];
	if (options.grep === undefined && !options.only) failed.push(...emptyFiles(mocha.suite, files));
	failed.push(...sameTitles(mocha.suite));
	const onRejection = (reason: unknown) => {
		const text = reasonOf(reason);
		if (options.rejections?.test(text) ?? true)
			failed.push({ test: 'Unhandled rejection', reason: text, isOfRun: true });
	};
	process.on('unhandledRejection', onRejection);
	try {
		const tally = await run(mocha, skippedBefore);
		for (const { test, reason } of failed) Base.consoleLog(`FAILED  ${test}: ${reason}`);
		return { ...tally, failed: [...tally.failed, ...failed] };
	} finally {
		process.off('unhandledRejection', onRejection);
	}
}

function run(mocha: Mocha, skippedBefore: number): Promise<Tally> {
	const failed = new Map<string, Failure>();
	return new Promise((resolve) => {
		const runner = mocha.run(() => {
			let passed = 0;
			// A failing hook ends its suite, so the remaining tests do not run.
			runner.suite.eachTest((test) => {
				const title = test.fullTitle();
				if (failed.has(title)) return;
				if (test.state === 'passed') passed += 1;
				else if (test.state === undefined && isChosen(mocha, test)) {
					const reason = 'It was not run, as a hook before it failed.';
					failed.set(title, { test: title, reason, wasNotRun: true });
				}
			});
			// Node reports an unhandled rejection one turn of the event loop later.
			setImmediate(() => {
				// Otherwise mocha's listeners to the process stay, and the next file's would be called with them.
				runner.dispose();
				resolve({ passed, failed: [...failed.values()], flaky: [], skipped: skipped.slice(skippedBefore) });
			});
		});
		runner.on('fail', (test: Mocha.Runnable, error) => {
			const title = titleOf(test);
			failed.set(title, { test: title, reason: reasonOf(error) });
		});
	});
}

/** A failing hook counts as a failure of the test for which it ran. */
const titleOf = (failing: Mocha.Runnable): string =>
	(failing instanceof Mocha.Hook && failing.ctx?.currentTest?.fullTitle()) || failing.fullTitle();

const isChosen = ({ options }: Mocha, test: Mocha.Test): boolean => {
	const grep: unknown = options.grep;
	return grep instanceof RegExp ? grep.test(test.fullTitle()) : true;
};

const reasonOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

function keepOnly(suite: Mocha.Suite, titles: ReadonlySet<string>): void {
	suite.tests = suite.tests.filter((test) => titles.has(test.fullTitle()));
	for (const inner of suite.suites) keepOnly(inner, titles);
}

function shuffleSuite(suite: Mocha.Suite, seed: number): void {
	shuffle(suite.tests, seed);
	shuffle(suite.suites, seed);
	for (const inner of suite.suites) shuffleSuite(inner, seed);
}

function emptyFiles(root: Mocha.Suite, files: readonly string[]): Failure[] {
	const used = new Set<string | undefined>();
	root.eachTest((test) => used.add(test.file));
	return files
		.filter((file) => !used.has(file))
		.map((file) => ({ test: file, reason: 'There is no test in it.', isOfRun: true }));
}

/** Titles identify tests, so they must be unique. */
function sameTitles(root: Mocha.Suite): Failure[] {
	const count = new Map<string, number>();
	root.eachTest((test) => count.set(test.fullTitle(), (count.get(test.fullTitle()) ?? 0) + 1));
	return [...count]
		.filter(([, times]) => times > 1)
		.map(([test]) => ({ test, reason: 'Another test has the same title.', isOfRun: true }));
}

const refused: Readonly<Record<string, string>> = {
	ERR_MOCHA_FORBIDDEN_EXCLUSIVITY: '".only" skips every other test',
	ERR_MOCHA_UNSUPPORTED: '".skip" skips a test',
};

function throwExplained(error: unknown): never {
	const what = error instanceof Error && 'code' in error ? refused[String(error.code)] : undefined;
	if (!(error instanceof Error) || what === undefined) throw error;
	const where = /([\w-]+\.test\.[a-z]+:\d+)/.exec(error.stack ?? '')?.[1] ?? 'A test file';
	throw new Stop(`${where}: ${what}. Remove it, and choose tests with -- --grep WORDS.`);
}
