import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { made, takeCalls } from '../../../kit/window/editor.ts';

const { showProgressBeforeQuestion } = await import(
	'../../../../src/platform/editor/progress-before-question.ts'
);

/** Work that ends when the test says so. */
function start() {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	let report: (message: string) => void = () => {};
	let signal: AbortSignal | undefined;
	let isOver = false;
	const result = showProgressBeforeQuestion('Listing [x](command:y)', (given, tell) => {
		signal = given;
		report = tell;
		return promise;
	});
	const over = () => {
		isOver = true;
	};
	result.then(over, over);
	return {
		...{ result, resolve, reject, isOver: () => isOver },
		report: (message: string) => report(message),
		isCancelled: () => signal?.aborted,
	};
}

/** Time passes. */
async function pass(ms: number): Promise<void> {
	await setImmediate();
	mock.timers.tick(ms);
	await setImmediate();
}

describe('The progress before a question', () => {
	beforeEach(() => {
		made.progress.length = 0;
		mock.timers.enable({ apis: ['setTimeout'] });
	});
	afterEach(() => mock.timers.reset());

	it('is not shown for work that ends soon', async () => {
		const { result, resolve } = start();
		await pass(499);
		resolve('done');
		assert.equal(await result, 'done');
		assert.deepEqual(takeCalls(), []);
	});

	it('is shown for longer work, and is gone before the question', async () => {
		const { result, resolve, report, isOver } = start();
		report('1 of 9');
		await pass(500);
		assert.deepEqual(takeCalls(), ['progress: Listing [x] (command:y)']);
		assert.equal(made.progress[0]?.message, '1 of 9');
		report('2 of 9');
		assert.equal(made.progress[0]?.message, '2 of 9');
		resolve('done');
		await pass(799);
		assert.equal(isOver(), false);
		await pass(1);
		assert.equal(await result, 'done');
	});

	it('cancels the work', async () => {
		const { result, reject, isCancelled } = start();
		await pass(500);
		assert.equal(isCancelled(), false);
		made.progress[0]?.cancel();
		assert.equal(isCancelled(), true);
		reject(new Error('Cancelled'));
		await pass(800);
		await assert.rejects(result, /Cancelled/);
		takeCalls();
	});

	it('ends with a failure of the work, whatever else is still being read', async () => {
		const { result, reject, isCancelled } = start();
		reject(new Error('No connection'));
		await assert.rejects(result, /No connection/);
		assert.equal(isCancelled(), true);
	});
});
