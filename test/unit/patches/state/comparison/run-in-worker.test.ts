import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { workerOptions } from '../../../../../build.mjs';
import { rangeDiff } from '../../../../../src/mail/range-diff/range-diff.ts';
import type { RangeDiffWork } from '../../../../../src/mail/range-diff/run-range-diff.ts';
import {
	createRangeDiffRunner,
	runInWorker,
} from '../../../../../src/patches/state/comparison/run-in-worker.ts';
import { patchWithLines } from '../../../../kit/mails/patches.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const source = new URL('../../../../../src/patches/state/comparison/range-diff-worker.ts', import.meta.url);
const { signal } = new AbortController();

/** Two versions of a series. In each patch of the second one, a line is different. */
function work(patches: number, lines: number): RangeDiffWork {
	const version = (name: string) =>
		Array.from({ length: patches }, (_, patch) =>
			patchWithLines(`Patch ${patch}`, [
				`+${name}`,
				...Array.from({ length: lines }, (_, line) => `+${patch} ${line}`),
			]),
		);
	return { old: version('old'), new: version('new') };
}

/** A worker's script that is not the product's. */
function script(text: string): URL {
	const file = join(temporaryFolder('worker'), 'worker.cjs');
	writeFileSync(file, text);
	return pathToFileURL(file);
}

/** Text of a script that never ends. */
const busy = 'let count = 0; while (count >= 0) count++;';
const answering = `require('node:worker_threads').parentPort.postMessage([]); ${busy}`;

const workerCount = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

describe('A comparison in a worker', () => {
	it('has the same result as one on this thread', async () => {
		const large = work(10, 200);
		assert.deepEqual(await runInWorker(source)(large, signal), rangeDiff(large.old, large.new));
	});

	for (const production of [false, true]) {
		describe(`in the file of the ${production ? 'production' : 'development'} build`, () => {
			let built = '';

			before(async () => {
				const folder = temporaryFolder('dist');
				await build(workerOptions({ production, folder }));
				built = join(folder, 'workers', 'range-diff.cjs');
			});

			it('has the same result', async () => {
				const large = work(10, 100);
				assert.deepEqual(await runInWorker(built)(large, signal), rangeDiff(large.old, large.new));
			});

			it('ends when it is cancelled, and can run again', async () => {
				const run = createRangeDiffRunner(built);
				const large = work(2, 10_000);
				const before = workerCount();
				const abort = new AbortController();
				const cancelled = run(large, abort.signal);
				assert.equal(workerCount(), before + 1);
				// It is loading its script or comparing.
				setTimeout(() => abort.abort(), 50);
				await assert.rejects(cancelled, { name: 'AbortError' });
				assert.equal(workerCount(), before);
				assert.deepEqual(await run(large, signal), rangeDiff(large.old, large.new));
			});
		});
	}

	it('rejects when it is cancelled, and ends a worker that is busy', async () => {
		const abort = new AbortController();
		const running = runInWorker(script(busy))(work(1, 1), abort.signal);
		abort.abort();
		await assert.rejects(running, { name: 'AbortError' });
	});

	it('starts no worker if it is cancelled already', async () => {
		await assert.rejects(runInWorker('not a path')(work(1, 1), AbortSignal.abort()), { name: 'AbortError' });
	});

	it('leaves no worker behind, even a busy one', async () => {
		const before = workerCount();
		assert.deepEqual(await runInWorker(script(answering))(work(1, 1), signal), []);
		assert.equal(workerCount(), before);
	});

	const failures: readonly [what: string, script: string | URL, error: object][] = [
		['there is no script', join(temporaryFolder('worker'), 'none.cjs'), { code: 'MODULE_NOT_FOUND' }],
		[
			'the script throws',
			script("throw new RangeError('too long')"),
			{ name: 'RangeError', message: 'too long' },
		],
		['the worker ends', script('process.exit(3)'), { message: /without an answer \(exit code 3\)/ }],
		[
			'the answer cannot be sent',
			script("require('node:worker_threads').parentPort.postMessage(() => {})"),
			{ name: 'Error' },
		],
	];
	for (const [what, file, error] of failures) {
		it(`rejects if ${what}`, async () => {
			await assert.rejects(runInWorker(file)(work(1, 1), signal), error);
		});
	}
});

describe('The runner of comparisons', () => {
	it('starts a worker only for long versions and for those with many patches', async () => {
		const run = createRangeDiffRunner(script("throw new RangeError('a worker')"));
		const small = work(2, 100);
		assert.deepEqual(await run(small, signal), rangeDiff(small.old, small.new));
		await assert.rejects(run(work(2, 10_000), signal), { name: 'RangeError' });
		await assert.rejects(run(work(200, 10), signal), { name: 'RangeError' });
	});
});
