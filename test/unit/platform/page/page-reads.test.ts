import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { background } from '../../../../src/base/background.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { PageReads } from '../../../../src/platform/page/page-reads.ts';
import { settle, stopTheClock } from '../../../kit/window/clock.ts';

const offline = new ForgeError('offline', 'The forge cannot be reached.');
const longMs = 20_000;
/** The calls of a read until the forge answers. */
const begun = ['open', 'changed', 'read'];

describe('Reading what a page shows', () => {
	stopTheClock();

	/** Reads that end when the test says so. */
	function open({ isComplete = false } = {}) {
		const pending: { readonly signal: AbortSignal; readonly end: (outcome?: ForgeError | Error) => void }[] =
			[];
		const calls: string[] = [];
		const disk = { read: () => Promise.resolve() };
		const reads = new PageReads({
			open: () => {
				calls.push('open');
				return disk.read();
			},
			read: (signal) => {
				calls.push('read');
				return new Promise((resolve, reject) => {
					const end = (outcome?: Error) =>
						outcome instanceof ForgeError || !outcome ? resolve(outcome) : reject(outcome);
					pending.push({ signal, end });
					signal.addEventListener('abort', () => reject(signal.reason));
				});
			},
			isComplete: () => isComplete,
			didRead: () => calls.push('did read'),
			changed: () => calls.push('changed'),
		});
		const pageStatus = (isKnown = false) =>
			reads.pageStatus({ isKnown, instance: 'forge', address: 'https://lists.forge.test/', asOf: 3 });
		return {
			reads,
			calls,
			disk,
			pageStatus,
			latest: () => pending.at(-1) ?? assert.fail('Nothing is read.'),
		};
	}

	it('is in progress until the forge answers, unless something is known', async () => {
		const { reads, calls, pageStatus, latest } = open();
		const read = reads.read();
		await settle();
		assert.deepEqual([pageStatus(), pageStatus(true)], [{ kind: 'reading' }, { kind: 'good' }]);
		latest().end();
		await read;
		assert.deepEqual([reads.hasAnswer, pageStatus()], [true, { kind: 'good' }]);
		assert.deepEqual(calls, [...begun, 'did read']);
	});

	for (const [error, expected] of [
		[offline, { kind: 'offline', host: 'lists.forge.test', since: 0, asOf: 3 }],
		[new ForgeError('timeout', ''), { kind: 'offline', host: 'lists.forge.test', since: 0, asOf: 3 }],
		[new ForgeError('missing', ''), { kind: 'missing' }],
		[new ForgeError('signed-out', ''), { kind: 'signed-out', instance: 'forge' }],
		[new ForgeError('forbidden', 'No.'), { kind: 'failed', message: 'No.' }],
	] as const) {
		it(`fails: ${error.kind}`, () => {
			const { reads, pageStatus } = open();
			reads.record(error);
			const found = pageStatus(true);
			assert.deepEqual('since' in found ? { ...found, since: 0 } : found, expected);
		});
	}

	it('asks the forge after the page is drawn, if it is all on the disk', async () => {
		const { reads, calls, latest } = open({ isComplete: true });
		const read = reads.read();
		// Says that it is loading.
		reads.didDraw();
		await reads.opened;
		await settle();
		assert.deepEqual(calls, ['open', 'changed']);
		reads.didDraw();
		await settle();
		assert.deepEqual(calls, begun);
		latest().end();
		await read;
		background(reads.read());
		await settle();
		assert.deepEqual(calls, [...begun, 'did read', ...begun]);
	});

	it('asks the forge nothing if the page is hidden before it is drawn', async () => {
		const { reads, calls } = open({ isComplete: true });
		const read = reads.read();
		await settle();
		reads.didHide();
		await read;
		assert.deepEqual(calls, ['open', 'changed']);
	});

	it('cancels what a failed read has left, when the page is hidden, and does not begin again', async () => {
		const { reads, calls, latest } = open();
		const read = reads.read();
		await settle();
		latest().end(offline);
		await read;
		const { signal } = latest();
		assert.equal(signal.aborted, false);
		calls.length = 0;
		reads.didHide();
		assert.equal(signal.aborted, true);
		reads.didDraw();
		await settle();
		assert.deepEqual(calls, []);
	});

	it('draws what is stored of a signed-out account, unless the page has ended or shows another account by then', async () => {
		const { reads, calls } = open();
		await reads.readStored();
		await reads.opened;
		assert.deepEqual(calls, ['open', 'changed']);
		for (const leave of [() => reads.reset(), () => reads.dispose()]) {
			calls.length = 0;
			const read = reads.readStored();
			leave();
			await read;
			assert.deepEqual(calls, ['open']);
		}
	});

	it('is retried only when the page is drawn', async () => {
		const { reads, calls, latest } = open();
		const read = reads.read();
		await settle();
		latest().end(offline);
		await read;
		calls.length = 0;
		mock.timers.tick(longMs);
		assert.deepEqual(calls, ['changed']);
		reads.didDraw();
		reads.didDraw();
		await settle();
		assert.deepEqual(calls, ['changed', ...begun]);
		latest().end();
		await settle();
		mock.timers.tick(longMs);
		assert.deepEqual(calls, ['changed', ...begun, 'did read']);
	});

	it('does not take the answer for another account', async () => {
		const { reads, latest } = open();
		reads.record(offline);
		const read = reads.read();
		await settle();
		reads.reset();
		latest().end(offline);
		await read;
		assert.deepEqual([reads.hasAnswer, reads.failure], [false, undefined]);
	});

	it('passes on what is a bug', async () => {
		const { reads, latest } = open();
		const read = reads.read();
		await settle();
		latest().end(new TypeError('a bug'));
		await assert.rejects(read, /a bug/);
	});
});
