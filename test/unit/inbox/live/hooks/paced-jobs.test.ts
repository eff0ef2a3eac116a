import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Log } from '../../../../../src/base/log/log.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { PacedJobs } from '../../../../../src/inbox/live/hooks/paced-jobs.ts';
import { settle } from '../../../../kit/window/clock.ts';

describe('Paced jobs', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	function create() {
		/** When each job has started, in seconds. */
		const starts: string[] = [];
		const jobs = new PacedJobs(
			{ maxJobs: 2, spacingMs: 1000 },
			() => {},
			() => 0,
			new Log(() => {}),
		);
		const add = (name: string, run = async () => {}) => {
			const noted = () => {
				starts.push(`${name} ${Date.now() / 1000}`);
				return run();
			};
			jobs.add(name, { subject: name, server: 'here', rank: 0, run: noted });
		};
		return { jobs, add, take: () => starts.splice(0) };
	}

	async function wait(seconds: number): Promise<void> {
		for (let left = seconds; left >= 0; left--) {
			await settle();
			mock.timers.tick(left > 0 ? 1000 : 0);
		}
		await settle();
	}

	it('start one each second, two at a time, while they are active, and the newest of one name follows', async () => {
		const { jobs, add, take } = create();
		const { promise, resolve } = Promise.withResolvers<void>();
		add('a', () => promise);
		await wait(10);
		assert.deepEqual(take(), []);
		jobs.setActive(true);
		await wait(0);
		for (const name of ['b', 'a', 'a', 'c']) add(name, () => promise);
		await wait(10);
		assert.deepEqual(take(), ['a 10', 'b 11']);
		resolve();
		await wait(10);
		assert.deepEqual(take(), ['a 21', 'c 22']);
	});

	it('are waited for by a stop', async () => {
		const { jobs, add } = create();
		const { promise, resolve } = Promise.withResolvers<void>();
		add('a', () => promise);
		jobs.setActive(true);
		await wait(0);
		let hasStopped = false;
		const stopped = jobs.stop().then(() => {
			hasStopped = true;
		});
		await wait(1);
		assert.equal(hasStopped, false);
		resolve();
		await stopped;
	});

	it('are repeated once their server can be reached', async () => {
		const { jobs, add, take } = create();
		let tries = 0;
		add('a', async () => {
			if (++tries < 3) throw new ForgeError('offline', 'of the test');
		});
		jobs.setActive(true);
		await wait(0);
		await wait(120);
		assert.deepEqual(take(), ['a 0', 'a 15', 'a 45']);
	});
});
