import { format } from 'node:util';
import Mocha from 'mocha';
import { Stop } from './stop.ts';
import type { Tally } from './tally.ts';

export interface MochaOptions {
	/** Words of the titles to run; without it a file without a test is a failure. */
	readonly grep?: string | undefined;
	readonly timeout: number;
	readonly retries?: number;
	/** Whose unhandled rejections count, by what stands in their stack. In a process of our own all do. */
	readonly ours?: RegExp;
}

type Print = (line: string) => void;

/** Runs test files with mocha, printing as its `spec` reporter does; line by line through `print` if given. */
export async function runMocha(
	files: readonly string[],
	options: MochaOptions,
	print?: Print,
): Promise<Tally> {
	const { Base } = Mocha.reporters;
	if (print) Base.consoleLog = (...words: unknown[]) => print(format(...words));
	const mocha = new Mocha({
		timeout: options.timeout,
		retries: options.retries ?? 0,
		forbidOnly: true,
		forbidPending: true,
	});
	if (options.grep !== undefined) mocha.fgrep(options.grep);
	for (const file of files) mocha.addFile(file);
	await mocha.loadFilesAsync().catch(explained);

	const broken: string[] = [];
	if (options.grep === undefined) broken.push(...emptyFiles(mocha.suite, files));
	const onRejection = (reason: unknown) => {
		const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
		if (options.ours?.test(text) ?? true) broken.push(`A promise was rejected and nobody was there: ${text}`);
	};
	process.on('unhandledRejection', onRejection);
	try {
		const tally = await run(mocha);
		for (const sentence of broken) Base.consoleLog(`FAILED  ${sentence}`);
		return { ...tally, failed: [...tally.failed, ...broken] };
	} finally {
		process.off('unhandledRejection', onRejection);
	}
}

function run(mocha: Mocha): Promise<Tally> {
	/** Why a test failed before it was tried again: the first reason tells most, as later ones may come of it. */
	const first = new Map<string, string>();
	const flaky = new Set<string>();
	const failed: string[] = [];
	return new Promise((resolve) => {
		const runner = mocha.run(() => {
			const passed = runner.stats?.passes ?? 0;
			// A rejection is told a turn after its promise is gone.
			setImmediate(() => resolve({ passed, failed, flaky: [...flaky] }));
		});
		runner.on('fail', (test, error) => {
			const title = test.fullTitle();
			const before = first.get(title);
			failed.push(
				`${title}\n${before === undefined ? '' : `At first: ${before}\nAt last: `}${reasonOf(error)}`,
			);
		});
		runner.on('retry', (test, error) => {
			const title = test.fullTitle();
			if (!first.has(title)) first.set(title, reasonOf(error));
			Mocha.reporters.Base.consoleLog(`Tried again: ${title}\n${reasonOf(error)}`);
		});
		runner.on('pass', (test) => {
			const title = test.fullTitle();
			const before = first.get(title);
			if (before !== undefined) flaky.add(`${title}\n${before}`);
		});
	});
}

const reasonOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

function emptyFiles(root: Mocha.Suite, files: readonly string[]): string[] {
	const used = new Set<string | undefined>();
	root.eachTest((test) => used.add(test.file));
	return files.filter((file) => !used.has(file)).map((file) => `${file} has no test in it.`);
}

const refused: Readonly<Record<string, string>> = {
	ERR_MOCHA_FORBIDDEN_EXCLUSIVITY: '".only" leaves every other test out',
	ERR_MOCHA_UNSUPPORTED: '".skip" leaves a test out',
};

function explained(error: unknown): never {
	const what = error instanceof Error && 'code' in error ? refused[String(error.code)] : undefined;
	if (!(error instanceof Error) || what === undefined) throw error;
	const where = /([\w-]+\.test\.[a-z]+:\d+)/.exec(error.stack ?? '')?.[1] ?? 'A test file';
	throw new Stop(`${where}: ${what}. Take it away, and choose with -- --grep WORDS.`);
}
