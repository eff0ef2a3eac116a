import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { ReadQueue, type ReadResult } from '../../../../../src/inbox/live/polling/read-queue.ts';
import type { ReadCause } from '../../../../../src/platform/state/watch/read-cause.ts';
import { settle, stopTheClock } from '../../../../kit/window/clock.ts';

const nothing: ReadResult = { hasNews: false };
const minuteMs = 60_000;

interface Read {
	readonly name: string;
	readonly signal: AbortSignal;
	readonly end: (failure?: Error, result?: ReadResult) => Promise<void>;
}

/** An intake whose reads end when the test says so. */
function create() {
	const running: Read[] = [];
	/** The resources in the order in which their reads began. */
	const started: string[] = [];
	const causes: ReadCause[] = [];
	const reported: string[] = [];
	const intake = new ReadQueue<{ readonly id: string }>(
		({ id: name }, signal, cause) => {
			causes.push(cause);
			const { promise, resolve, reject } = Promise.withResolvers<ReadResult>();
			const end = async (failure?: Error, result = nothing) => {
				running.splice(running.indexOf(read), 1);
				if (failure) reject(failure);
				else resolve(result);
				await settle();
			};
			const read = { name, signal, end };
			running.push(read);
			started.push(name);
			return promise;
		},
		() => 0,
	);
	intake.onWillRead(({ resource: { id } }) => reported.push(`${id} begins`));
	intake.onDidRead(({ resource }) => reported.push(`${resource.id} ends`));
	intake.onDidFail(({ resource, error }) => {
		reported.push(`${resource.id} fails: ${error instanceof Error ? error.message : error}`);
	});
	const hint = (name: string, cause: ReadCause = 'delivery', times = 1) => {
		for (let nth = 0; nth < times; nth++) intake.hint({ id: name }, cause);
	};
	const end = async (failure?: Error) => {
		const [first] = running;
		assert.ok(first, 'a read is running');
		await first.end(failure);
	};
	const names = () => running.map(({ name }) => name);
	return { intake, running, started, causes, reported, hint, end, names };
}

/** An intake whose reads end at once. */
function createAnswering({ requests }: { readonly requests: number }) {
	const started: string[] = [];
	const intake = new ReadQueue<{ readonly id: string }>(({ id }) => {
		started.push(id);
		return Promise.resolve({ hasNews: true, requests });
	});
	return { intake, started };
}

/** Passes time in steps, so that reads end meanwhile. */
async function pass(ms: number): Promise<void> {
	for (let left = ms; left > 0; left -= 50) {
		mock.timers.tick(Math.min(left, 50));
		await settle();
	}
}

const offline = () => new ForgeError('offline', 'no network');
const missing = () => new ForgeError('missing', 'not found');

describe('The intake', () => {
	stopTheClock();

	it('reads a resource at the first hint and, however many come meanwhile, exactly once more afterwards', async () => {
		for (const cause of ['schedule', 'delivery'] as const) {
			const { started, hint, end } = create();
			hint('a', cause, 100);
			assert.deepEqual(started, ['a']);
			await settle();
			hint('a', cause, 100);
			await end();
			mock.timers.tick(minuteMs);
			assert.deepEqual(started, ['a', 'a']);
			await end();
			mock.timers.tick(minuteMs);
			assert.deepEqual(started, ['a', 'a']);
		}
	});

	it('says why a resource is read, and has the forge asked if there are several reasons', async () => {
		const { causes, hint, end } = create();
		for (const reasons of [
			['schedule'],
			['delivery', 'delivery'],
			['delivery', 'schedule'],
			['refresh', 'schedule'],
		] as const) {
			hint('a');
			for (const cause of reasons) hint('a', cause);
			await end();
			mock.timers.tick(minuteMs);
			await end();
			mock.timers.tick(minuteMs);
		}
		const second = causes.filter((_, nth) => nth % 2 === 1);
		assert.deepEqual(second, ['schedule', 'delivery', 'refresh', 'refresh']);
		hint('a');
		await end(offline());
		mock.timers.tick(minuteMs);
		assert.equal(causes.at(-1), 'refresh');
	});

	it('leaves half a second between reads for deliveries, but does not let the user or the schedule wait', async () => {
		const { started, hint, end } = create();
		hint('a');
		await end();
		hint('a', 'delivery', 10);
		mock.timers.tick(499);
		assert.equal(started.length, 1);
		mock.timers.tick(1);
		assert.equal(started.length, 2);
		await end();
		hint('a', 'schedule');
		assert.equal(started.length, 3);
	});

	it('reads a resource less often the longer a burst lasts, and at once again after it', async () => {
		const { intake, started } = createAnswering({ requests: 2 });
		for (let nth = 0; nth < 370; nth++) {
			intake.hint({ id: 'a' }, 'delivery');
			await pass(350);
		}
		assert.ok(started.length <= 35, `${started.length} reads in 130 s`);
		await pass(10_000);
		const before = started.length;
		intake.hint({ id: 'a' }, 'delivery');
		assert.equal(started.length, before + 1);
		intake.hint({ id: 'a' }, 'delivery');
		await pass(500);
		assert.equal(started.length, before + 2);
	});

	it('makes at most five requests a second for the deliveries of all resources, and reads each', async () => {
		const { intake, started } = createAnswering({ requests: 11 });
		const names = Array.from({ length: 100 }, (_, nth) => `tracker ${nth}`);
		for (let second = 0; second < 120; second++) {
			for (const id of names) intake.hint({ id }, 'delivery');
			await pass(1000);
		}
		assert.ok(started.length * 11 <= 5 * 120 + 5 * 11, `${started.length * 11} requests in two minutes`);
		await pass(2 * minuteMs);
		assert.deepEqual(new Set(started), new Set(names));
	});

	it('reads for deliveries that wait also if the timer that ends their wait fires early', async () => {
		let earlyMs = 0;
		const clock = mock.method(performance, 'now', () => Date.now() - earlyMs);
		try {
			const { intake, started } = createAnswering({ requests: 100 });
			intake.hint({ id: 'a' }, 'delivery');
			await settle();
			intake.hint({ id: 'b' }, 'delivery');
			earlyMs = 1;
			// 100 requests, of which ten may come at once.
			mock.timers.tick(91 * 200);
			assert.deepEqual(started, ['a']);
			mock.timers.tick(1);
			assert.deepEqual(started, ['a', 'b']);
		} finally {
			clock.mock.restore();
		}
	});

	it('lets the user and the schedule read while deliveries wait', async () => {
		const { intake, started } = createAnswering({ requests: 100 });
		intake.hint({ id: 'a' }, 'delivery');
		await pass(1000);
		intake.hint({ id: 'b' }, 'delivery');
		intake.hint({ id: 'c' }, 'schedule');
		assert.deepEqual(started, ['a', 'c']);
		intake.hint({ id: 'b' }, 'schedule');
		assert.deepEqual(started, ['a', 'c', 'b']);
	});

	it('reports the beginning and end of each read, with the error of a failed one', async () => {
		const { hint, end, reported } = create();
		hint('a');
		await end();
		hint('b');
		await end(offline());
		assert.deepEqual(reported, ['a begins', 'a ends', 'b begins', 'b fails: no network']);
	});

	it('repeats a failed read after a growing time, so that a delivery is not lost', async () => {
		const { started, hint, end } = create();
		hint('a');
		for (const seconds of [15, 30, 60]) {
			const before = started.length;
			await end(new ForgeError('busy', ''));
			mock.timers.tick(seconds * 1000 - 1);
			assert.equal(started.length, before);
			mock.timers.tick(1);
			assert.equal(started.length, before + 1);
		}
		await end();
		assert.equal(started.length, 4);
		// After a success, the first wait is short again.
		hint('a');
		mock.timers.tick(500);
		await end(offline());
		mock.timers.tick(15_000);
		assert.equal(started.length, 6);
		await end();
		mock.timers.tick(60 * minuteMs);
		assert.equal(started.length, 6);
	});

	it('does not repeat a failed read that a poll has caused, because the schedule polls again', async () => {
		const { started, hint, end } = create();
		hint('a', 'schedule');
		await end(offline());
		mock.timers.tick(60 * minuteMs);
		assert.deepEqual(started, ['a']);
	});

	it('does not repeat a read if only the user can help, until there is a new hint', async () => {
		const { started, hint, end } = create();
		hint('a');
		await end(missing());
		mock.timers.tick(60 * minuteMs);
		assert.deepEqual(started, ['a']);
		hint('a');
		assert.deepEqual(started, ['a', 'a']);
	});

	it('lets deliveries wait after a failure, but not the user or the schedule', async () => {
		const { started, hint, end } = create();
		hint('a');
		await end(offline());
		hint('a', 'delivery', 500);
		mock.timers.tick(14_999);
		assert.equal(started.length, 1);
		hint('a', 'schedule');
		assert.equal(started.length, 2);
		await end();
		mock.timers.tick(60 * minuteMs);
		assert.equal(started.length, 2);
	});

	it('reads again after a failed read for a delivery that came meanwhile, even if a poll has caused that read', async () => {
		const { started, hint, end } = create();
		hint('a', 'schedule');
		hint('a', 'delivery');
		await end(offline());
		mock.timers.tick(15_000);
		assert.deepEqual(started, ['a', 'a']);
	});

	it('passes on the resource of the latest hint', async () => {
		const given: object[] = [];
		const intake = new ReadQueue<{ readonly id: string }>(async (resource) => {
			given.push(resource);
			return nothing;
		});
		const resources = [1, 2, 3].map((version) => ({ id: 'a', version }));
		for (const resource of resources) intake.hint(resource, 'schedule');
		await settle();
		assert.deepEqual(given, [resources[0], resources[2]]);
	});

	it('aborts the running reads when it is disposed, begins no others and reports nothing more', async () => {
		const { intake, running, started, reported, hint } = create();
		for (const name of ['a', 'b', 'c', 'd', 'e']) hint(name);
		hint('a');
		const reads = [...running];
		const before = [...reported];
		intake.dispose();
		assert.deepEqual(
			reads.map(({ signal }) => signal.aborted),
			[true, true, true, true],
		);
		hint('f');
		for (const [nth, read] of reads.entries()) await read.end(nth % 2 === 0 ? offline() : undefined);
		mock.timers.tick(60 * minuteMs);
		assert.equal(started.length, 4);
		assert.deepEqual(reported, before);
	});

	it('reads after every hint, never one resource twice at once, and never more than four, whatever happens', async () => {
		const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
		const act = fc.oneof(
			{
				weight: 3,
				arbitrary: fc.record({
					act: fc.constant('hint' as const),
					name,
					cause: fc.constantFrom('delivery' as const, 'schedule' as const),
				}),
			},
			{
				weight: 2,
				arbitrary: fc.record({
					act: fc.constant('end' as const),
					nth: fc.nat(3),
					outcome: fc.constantFrom(undefined, offline(), new Error('a bug')),
				}),
			},
			{
				weight: 1,
				arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.nat(40_000) }),
			},
		);
		await fc.assert(
			fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
				const { intake, running, started, hint, names } = create();
				/** The resources with a delivery after which no read has both begun and succeeded. */
				const unread = new Set<string>();
				/** What the running reads can no longer miss. */
				const covered = new Map<string, boolean>();
				intake.onWillRead(({ resource: { id } }) => covered.set(id, true));
				const sum = { hints: 0, failures: 0 };
				const endOne = async (nth: number, outcome?: Error) => {
					const read = running[nth % Math.max(running.length, 1)];
					if (!read) return;
					if (outcome) sum.failures += 1;
					else if (covered.get(read.name)) unread.delete(read.name);
					await read.end(outcome);
				};
				const check = () => {
					assert.ok(running.length <= 4);
					assert.equal(new Set(names()).size, names().length);
				};
				for (const one of acts) {
					if (one.act === 'hint') {
						sum.hints += 1;
						// A read that a poll has requested is not repeated if it fails.
						const isOwed = one.cause !== 'schedule';
						if (isOwed && names().includes(one.name)) covered.set(one.name, false);
						if (isOwed) unread.add(one.name);
						hint(one.name, one.cause);
					} else if (one.act === 'end') await endOne(one.nth, one.outcome);
					else mock.timers.tick(one.ms);
					check();
				}
				for (let round = 0; round < 20; round++) {
					for (const _ of names()) await endOne(0);
					check();
					mock.timers.tick(10 * minuteMs);
				}
				assert.deepEqual([...unread], []);
				assert.ok(started.length <= sum.hints + sum.failures, `${started.length} reads`);
				intake.dispose();
			}),
			{ numRuns: 200 },
		);
	});
});
