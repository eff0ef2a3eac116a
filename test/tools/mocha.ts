import { format } from 'node:util';
import Mocha from 'mocha';
import { Stop } from './stop.ts';

/** What came of a run. A test that passed only when tried again is flaky: it is named, so that its race is found. */
export interface Tally {
	readonly passed: number;
	readonly failed: number;
	readonly flaky: readonly string[];
}

export interface MochaOptions {
	readonly grep?: string | undefined;
	readonly timeout: number;
	readonly retries?: number;
}

function explained(error: unknown): never {
	if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MOCHA_FORBIDDEN_EXCLUSIVITY'))
		throw error;
	const where = /([\w-]+\.test\.[a-z]+:\d+)/.exec(error.stack ?? '')?.[1] ?? 'A test file';
	throw new Stop(
		`${where}: ".only" leaves every other test out. Take it away, and choose with -- --grep WORDS.`,
	);
}

/** Runs test files with mocha, printing as its `spec` reporter does; line by line through `print` if given. */
export async function runMocha(
	files: readonly string[],
	options: MochaOptions,
	print?: (line: string) => void,
): Promise<Tally> {
	if (print) Mocha.reporters.Base.consoleLog = (...words: unknown[]) => print(format(...words));
	const mocha = new Mocha({
		timeout: options.timeout,
		retries: options.retries ?? 0,
		forbidOnly: true,
		forbidPending: true,
		...(options.grep !== undefined && { grep: options.grep }),
	});
	for (const file of files) mocha.addFile(file);
	await mocha.loadFilesAsync().catch(explained);
	const retried = new Set<string>();
	const flaky = new Set<string>();
	return new Promise((resolve) => {
		const runner = mocha.run(() => {
			const { passes = 0, failures = 0 } = runner.stats ?? {};
			resolve({ passed: passes, failed: failures, flaky: [...flaky] });
		});
		runner.on('retry', (test, error) => {
			retried.add(test.fullTitle());
			Mocha.reporters.Base.consoleLog(`Tried again: ${test.fullTitle()}\n${error?.stack}`);
		});
		runner.on('pass', (test) => {
			if (retried.has(test.fullTitle())) flaky.add(test.fullTitle());
		});
	});
}
