import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Log } from '../../../../../src/base/log/log.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { PacedJobs } from '../../../../../src/inbox/live/hooks/paced-jobs.ts';
import { settle } from '../../../../kit/window/clock.ts';

const secondMs = 1000;

describe('Paced jobs', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
	afterEach(() => mock.timers.reset());

	function create(maxJobs = 2) {
		const start = Date.now();
		/** When each job has started, in seconds. */
		const starts: string[] = [];
		const logged: string[] = [];
		let ends = 0;
		const jobs = new PacedJobs(
			{ maxJobs, spacingMs: secondMs },
			() => {
				ends += 1;
			},
			() => 0,
			new Log(({ level }) => logged.push(level)),
		);
		const add = (
			name: string,
			{
				subject = name,
				rank = 0,
				server = 'here',
				delayMs = 0,
				run = async () => {},
			}: {
				readonly subject?: string;
				readonly rank?: number;
				readonly server?: string;
				readonly delayMs?: number;
				readonly run?: (signal: AbortSignal, failures: number) => Promise<void>;
			} = {},
		) => {
			const noted = (signal: AbortSignal, failures: number) => {
				starts.push(`${name} ${(Date.now() - start) / secondMs}`);
				return run(signal, failures);
			};
			jobs.add(name, { subject, server, rank, run: noted }, delayMs);
		};
		return { jobs, add, logged, take: () => starts.splice(0), ends: () => ends };
	}

	async function wait(seconds: number): Promise<void> {
		await settle();
		mock.timers.tick(0);
		await settle();
		for (let left = seconds * secondMs; left > 0; left -= 500) {
			mock.timers.tick(Math.min(left, 500));
			await settle();
		}
	}

	it('with the same subject run one after another', async () => {
		const { jobs, add, take } = create();
		jobs.setActive(true);
		const { promise, resolve } = Promise.withResolvers<void>();
		add('create', { subject: 'editor', run: () => promise });
		add('remove', { subject: 'editor' });
		add('other');
		await wait(5);
		assert.deepEqual(take(), ['create 0', 'other 1']);
		resolve();
		await wait(1);
		assert.deepEqual(take(), ['remove 5']);
	});

	it('start one after another, one each second', async () => {
		const { jobs, add, take, ends } = create();
		for (const name of ['a', 'b', 'c']) add(name);
		jobs.setActive(true);
		await wait(5);
		assert.deepEqual(take(), ['a 0', 'b 1', 'c 2']);
		assert.equal(ends(), 3);
	});

	it('run only while they are active', async () => {
		const { jobs, add, take } = create();
		add('a');
		await wait(10);
		assert.deepEqual(take(), []);
		jobs.setActive(true);
		jobs.setActive(false);
		await wait(10);
		assert.deepEqual(take(), []);
		jobs.setActive(true);
		await wait(1);
		assert.deepEqual(take(), ['a 20']);
	});

	it('start in the order of their ranks when they are due', async () => {
		const { jobs, add, take } = create();
		add('check', { rank: 2 });
		add('later', { rank: 0, delayMs: 1500 });
		add('create', { rank: 0 });
		jobs.setActive(true);
		await wait(5);
		assert.deepEqual(take(), ['create 0', 'check 1', 'later 2']);
	});

	it('run a few at a time', async () => {
		const { jobs, add, take } = create(2);
		const { promise, resolve } = Promise.withResolvers<void>();
		for (const name of ['a', 'b', 'c']) add(name, { run: () => promise });
		jobs.setActive(true);
		await wait(10);
		assert.deepEqual(take(), ['a 0', 'b 1']);
		resolve();
		await wait(1);
		assert.deepEqual(take(), ['c 10']);
	});

	it('of one name never overlap, and the newest one follows', async () => {
		const { jobs, add, take } = create();
		const { promise, resolve } = Promise.withResolvers<void>();
		add('a', { run: () => promise });
		jobs.setActive(true);
		await wait(1);
		assert.ok(jobs.has('a'));
		add('a');
		add('a');
		await wait(10);
		assert.deepEqual(take(), ['a 0']);
		resolve();
		await wait(10);
		assert.deepEqual(take(), ['a 11']);
		assert.equal(jobs.has('a'), false);
	});

	it('can be dropped while they wait', async () => {
		const { jobs, add, take } = create();
		add('a', { delayMs: 10 });
		add('b', { delayMs: 10 });
		jobs.keepOnly(new Set(['b']));
		jobs.setActive(true);
		await wait(5);
		assert.deepEqual(take(), ['b 0.5']);
	});

	it('are repeated when they fail, later each time, and know how often they have failed', async () => {
		const { jobs, add, take, logged } = create();
		const counts: number[] = [];
		const run = async (_: AbortSignal, failures: number) => {
			counts.push(failures);
			if (failures < 3) throw new ForgeError('surprise', 'of the test');
		};
		add('a', { run });
		jobs.setActive(true);
		await wait(1);
		assert.ok(jobs.errorOf('a', 'here') instanceof ForgeError);
		await wait(10 * 60);
		assert.deepEqual(take(), ['a 0', 'a 15', 'a 45', 'a 105']);
		assert.deepEqual(counts, [0, 1, 2, 3]);
		assert.equal(jobs.errorOf('a', 'here'), undefined);
		assert.deepEqual(logged, ['warn']);
	});

	it('wait together if their server cannot be reached, but not for another server', async () => {
		const { jobs, add, take } = create(1);
		let isOffline = true;
		const run = async () => {
			if (isOffline) throw new ForgeError('offline', 'of the test');
		};
		for (const name of ['a', 'b', 'c']) add(name, { run });
		add('other', { server: 'there' });
		jobs.setActive(true);
		await wait(10);
		assert.deepEqual(take(), ['a 0', 'other 1']);
		assert.ok(jobs.errorOf('b', 'here') instanceof ForgeError);
		await wait(15);
		assert.equal(take().length, 1);
		isOffline = false;
		await wait(60);
		assert.equal(take().length, 3);
		assert.equal(jobs.errorOf('b', 'here'), undefined);
	});

	it('go on if the clock is set back', async () => {
		const { jobs, add, take } = create();
		let isOffline = true;
		const run = async () => {
			if (isOffline) throw new ForgeError('offline', 'of the test');
		};
		add('paused', { server: 'there', run });
		add('later', { delayMs: 20 * secondMs });
		jobs.setActive(true);
		await wait(1);
		isOffline = false;
		const now = Date.now.bind(Date);
		Date.now = () => now() - 3600 * secondMs;
		add('new');
		await wait(60);
		assert.deepEqual(
			take().map((start) => start.split(' ')[0]),
			['paused', 'new', 'paused', 'later'],
		);
		assert.equal(jobs.has('later'), false);
	});

	it('are aborted by a stop, which waits for the running ones', async () => {
		const { jobs, add, take, ends, logged } = create();
		const { promise, resolve } = Promise.withResolvers<void>();
		let isAborted = false;
		const run = async (signal: AbortSignal) => {
			signal.addEventListener('abort', () => {
				isAborted = true;
			});
			await promise;
			throw new Error('aborted');
		};
		add('a', { run });
		add('b');
		jobs.setActive(true);
		await wait(0);
		let isStopped = false;
		const stopped = jobs.stop().then(() => {
			isStopped = true;
		});
		await wait(10);
		assert.deepEqual([isAborted, isStopped], [true, false]);
		resolve();
		await stopped;
		add('c');
		await wait(10);
		assert.deepEqual([take(), ends(), logged], [['a 0'], 0, []]);
	});
});
