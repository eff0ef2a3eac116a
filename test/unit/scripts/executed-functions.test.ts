import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { source } from '../../house/sources.ts';
import { unexecutedFunctions } from '../../tools/executed-functions.ts';
import { temporaryFolder } from '../../tools/places.ts';

/** Loads files in a thread, whose record is apart from that of this run. */
async function load(urls: readonly string[]): Promise<readonly Profiler.ScriptCoverage[]> {
	const tool = import.meta.resolve('../../tools/executed-functions.ts');
	const worker = new Worker(
		`const { parentPort, workerData } = require('node:worker_threads');
		import(workerData.tool).then(async ({ recordFunctions }) => {
			const takeReport = recordFunctions();
			for (const url of workerData.urls) await import(url);
			parentPort.postMessage(takeReport());
		});`,
		{ eval: true, workerData: { tool, urls } },
	);
	const [report] = await once(worker, 'message');
	return report;
}

describe('What a file exports and no test executes', () => {
	const cases: readonly [what: string, text: string, found?: string][] = [
		['includes a function', "import type { Uri } from 'vscode';\nexport function a() {}", '2 a'],
		['includes an asynchronous function', "const ä = 'ä';\nexport async function a() {}", '2 a'],
		['includes an arrow function', 'export const a = <T>(one: T) => one;', '1 a'],
		['includes a class of which nothing runs', 'export class A {\n\tstatic a = 1;\n\tb = 1;\n}', '1 A'],
		['includes a function if a like-named one runs', '({ a() {} }).a();\nexport function a() {}', '2 a'],
		['leaves out a function that runs', 'export function a() {}\na();'],
		['leaves out an arrow function that runs', 'export const a: () => number =\n\t() => 1;\na();'],
		['leaves out a class that is constructed', 'export class A {\n\tb = 1;\n}\nnew A();'],
		['leaves out a class of which a method runs', 'export class A {\n\tstatic a() {}\n}\nA.a();'],
		['leaves out a class without code', 'export class A extends Error {}'],
		['leaves out data', 'export const a = [1].map((one) => one);\nexport const b = { c: () => a };'],
		['leaves out types', 'export type A = () => void;'],
	];
	const folder = join(temporaryFolder('executed'), 'src');
	const urls = cases.map((_, nth) => pathToFileURL(join(folder, `${nth}.mts`)).href);
	let report: readonly Profiler.ScriptCoverage[];
	before(async () => {
		mkdirSync(folder);
		for (const [nth, [, text]] of cases.entries()) writeFileSync(join(folder, `${nth}.mts`), text);
		report = await load(urls);
	});
	for (const [nth, [what, text, found]] of cases.entries()) {
		it(what, () => {
			const recorded = report.find(({ url }) => url === urls[nth])?.functions ?? assert.fail();
			const expected = found === undefined ? [] : [`src/a.ts:${found}`];
			assert.deepEqual(unexecutedFunctions(source('src/a.ts', text), recorded), expected);
		});
	}

	for (const [what, path, text, found] of [
		['includes a function in a file that no test loads', 'src/a.ts', '', true],
		['leaves out a function in a file that needs VS Code', 'src/a.ts', "import 'vscode'; ", false],
		['leaves out a function of a page', 'media/a.ts', '', false],
	] as const) {
		it(what, () => {
			const { length } = unexecutedFunctions(source(path, `${text}\nexport const a = () => 1;`), undefined);
			assert.equal(length, found ? 1 : 0);
		});
	}
});
