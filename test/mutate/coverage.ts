import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root, temporaryFolder, testPlace } from '../tools/places.ts';
import { realClock } from '../tools/real-clock.ts';
import { failureOf } from './run-unit.ts';
import { includes, type Range, type Spans, spansOf } from './spans.ts';

interface Report {
	readonly result: readonly {
		readonly url: string;
		readonly functions: readonly { readonly ranges: readonly Range[] }[];
	}[];
}

interface Measured {
	/** The files that the test loaded, with hashes of their contents. While none changes, its coverage is the same. */
	readonly loaded: Readonly<Record<string, string>>;
	/** By the path of the file: the parts of it that each process of the test has run. */
	readonly run: Readonly<Record<string, readonly Spans[]>>;
	readonly durationMs: number;
}

/** Keeps what was measured for the next run. */
const store = join(testPlace, 'mutate-coverage.json');
const limitMs = 3 * 60_000;

/** Which test files run which code, and how long each takes. */
export class TestCoverage {
	readonly #measured = new Map<string, Measured>();
	/** Test files that fail without any change, with the reason. They say nothing about changes. */
	readonly failing = new Map<string, string>();

	/** Measures test files in copies of the checkout, one file at a time in each copy. */
	async measure(tests: readonly string[], copies: readonly [string, ...string[]]): Promise<void> {
		const stored: Record<string, Measured> = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {};
		const left: string[] = [];
		const hashes = new Map<string, string>();
		const isCurrent = ([path, hash]: readonly [string, string]) => {
			const now = hashes.get(path) ?? hashOf(join(copies[0], path));
			hashes.set(path, now);
			return now === hash;
		};
		for (const test of tests) {
			const known = stored[test];
			if (known && Object.entries(known.loaded).every(isCurrent)) this.#measured.set(test, known);
			else left.push(test);
		}
		const measureRest = async (copy: string) => {
			for (let test = left.shift(); test !== undefined; test = left.shift())
				await this.#measureOne(test, copy);
		};
		await Promise.all(copies.map(measureRest));
		mkdirSync(dirname(store), { recursive: true });
		writeFileSync(store, JSON.stringify(Object.fromEntries(this.#measured)));
	}

	async #measureOne(test: string, copy: string): Promise<void> {
		const reports = temporaryFolder('coverage');
		const begun = realClock.now();
		const env = { NODE_V8_COVERAGE: reports };
		const failure = await failureOf({ folder: copy, tests: [test], env, limitMs });
		const durationMs = Math.round(realClock.now() - begun);
		const run: Record<string, Spans[]> = {};
		for (const name of readdirSync(reports)) {
			const { result }: Report = JSON.parse(readFileSync(join(reports, name), 'utf8'));
			for (const { url, functions } of result) {
				const path = pathIn(copy, url);
				if (path === undefined) continue;
				run[path] ??= [];
				run[path].push(spansOf(functions.flatMap(({ ranges }) => ranges)));
			}
		}
		rmSync(reports, { recursive: true, force: true });
		if (failure !== undefined) this.failing.set(test, failure);
		else {
			const loaded = Object.fromEntries(
				[...Object.keys(run), ...bundledBy(test)].map((path) => [path, hashOf(join(copy, path))]),
			);
			this.#measured.set(test, { loaded, run, durationMs });
		}
	}

	/** The test files that run the code at a place, or may run it in a browser. */
	testsOf(path: string, at: number): readonly string[] {
		return [...this.#measured]
			.filter(
				([test, { run }]) =>
					bundledBy(test).includes(path) || run[path]?.some((spans) => includes(spans, at)),
			)
			.map(([test]) => test);
	}

	/** How long some test files take, one after the other. */
	durationMsOf(tests: readonly string[]): number {
		return tests.reduce((sum, test) => sum + (this.#measured.get(test)?.durationMs ?? 0), 0);
	}
}

const pageScripts = globSync('media/**/*.{ts,css}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** What a test runs in a browser, where its coverage is not measured. */
const bundledBy = (test: string) => (test.startsWith('test/unit/media/') ? pageScripts : []);

/** The path of a script of the copy, as seen from its root. */
function pathIn(copy: string, url: string): string | undefined {
	const start = `${pathToFileURL(copy).href}/`;
	if (!url.startsWith(start) || url.includes('/node_modules/')) return undefined;
	return fileURLToPath(url)
		.slice(copy.length + 1)
		.replaceAll('\\', '/');
}

function hashOf(file: string): string {
	return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('base64') : 'no file';
}
