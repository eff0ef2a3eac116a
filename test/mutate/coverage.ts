import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';

interface Range {
	readonly startOffset: number;
	readonly endOffset: number;
	readonly count: number;
}

interface Report {
	readonly result: readonly {
		readonly url: string;
		readonly functions: readonly { readonly ranges: readonly Range[] }[];
	}[];
}

/** How long test files may take. */
const limitMs = 2 * 60_000;

/** Which test files run which code, and how long each takes. */
export class TestCoverage {
	readonly #folder: string;
	/** By the path of the source file: what each test file has run of it. */
	readonly #ranges = new Map<string, Map<string, readonly Range[]>>();
	readonly #durations = new Map<string, number>();

	/** `folder` is the checkout to run the tests in. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	async measure(test: string): Promise<void> {
		const reports = temporaryFolder('coverage');
		const begun = performance.now();
		await runUnit(this.#folder, [test], { NODE_V8_COVERAGE: reports });
		this.#durations.set(test, performance.now() - begun);
		const sources = pathToFileURL(join(this.#folder, 'src')).href;
		for (const name of readdirSync(reports)) {
			const { result }: Report = JSON.parse(readFileSync(join(reports, name), 'utf8'));
			for (const { url, functions } of result) {
				if (!url.startsWith(sources)) continue;
				const path = `src${url.slice(sources.length)}`;
				const ofFile = this.#ranges.get(path) ?? new Map<string, readonly Range[]>();
				this.#ranges.set(path, ofFile);
				ofFile.set(test, [...(ofFile.get(test) ?? []), ...functions.flatMap(({ ranges }) => ranges)]);
			}
		}
		rmSync(reports, { recursive: true, force: true });
	}

	/** The test files that run the code at a place, those that mirror its path first, then the fastest. */
	testsOf(path: string, at: number): readonly string[] {
		const mirrored = path.replace(/^src\//, 'test/unit/').replace(/\.ts$/, '.test.ts');
		const rank = (test: string) => (test === mirrored ? 0 : (this.#durations.get(test) ?? 0));
		return [...(this.#ranges.get(path) ?? [])]
			.filter(([, ranges]) => isRun(ranges, at))
			.map(([test]) => test)
			.sort((a, b) => rank(a) - rank(b));
	}
}

/** The innermost range tells whether the code at a place was run. */
function isRun(ranges: readonly Range[], at: number): boolean {
	const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
	const size = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
	const least = Math.min(...around.map(size));
	return around.some((range) => size(range) === least && range.count > 0);
}

/** Runs unit test files in a checkout. Resolves with whether all of them passed in time. */
export async function runUnit(
	folder: string,
	tests: readonly string[],
	env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
	const script = join(folder, 'test/scripts/run.mjs');
	const child = new Background(process.execPath, [script, 'unit', ...tests], { cwd: folder, env });
	// A change can cause an endless loop.
	const limit = setTimeout(() => child.stop('SIGKILL'), limitMs);
	await child.exited;
	clearTimeout(limit);
	return child.code === 0;
}
