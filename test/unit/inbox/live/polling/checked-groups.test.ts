import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { reportBackgroundFailures } from '../../../../../src/base/background.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { PollSchedule } from '../../../../../src/inbox/live/polling/poll-schedule.ts';
import { Poller } from '../../../../../src/inbox/live/polling/poller.ts';
import { ReadQueue } from '../../../../../src/inbox/live/polling/read-queue.ts';
import type { CheckGroup } from '../../../../../src/platform/state/watch/watch-source.ts';
import { settle } from '../../../../kit/window/clock.ts';

const secondMs = 1000;
const group = { id: 'trackers', most: 3 };

describe('A group that one request checks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
	afterEach(() => mock.timers.reset());

	async function wait(ms: number): Promise<void> {
		await settle();
		for (let left = ms; left > 0; left -= 500) {
			mock.timers.tick(Math.min(left, 500));
			await settle();
		}
	}

	/** A poller that has read these resources of the group once, each in a second of its own. */
	async function poll(names: readonly string[], check: CheckGroup['check'] = async () => {}) {
		const begun = Date.now();
		const seconds = () => (Date.now() - begun) / secondMs;
		const checks: string[] = [];
		const reads: string[] = [];
		const queue = new ReadQueue<{ readonly id: string; readonly group: CheckGroup }>(async ({ id }) => {
			reads.push(`${seconds()} ${id}`);
			return { hasNews: false, requests: 0 };
		});
		const poller = new Poller(queue, () => 0);
		const checked: CheckGroup = {
			...group,
			check: async (ids, signal) => {
				checks.push(`${seconds()} ${ids.join('')}`);
				await check(ids, signal);
			},
		};
		poller.setResources(
			names.map((id) => ({
				resource: { id, group: checked },
				server: 'forge',
				isLive: false,
				isFirst: false,
			})),
		);
		poller.setFocus(true);
		await wait(10 * secondMs);
		assert.deepEqual([checks, reads.splice(0).length], [[], names.length]);
		return { checks, reads };
	}

	it('is checked when one of its resources is due, and then each is read', async () => {
		const { checks, reads } = await poll(['a', 'b', 'c']);
		await wait(40 * secondMs);
		assert.deepEqual([checks, reads], [['45 abc'], ['45 a', '45 b', '45 c']]);
	});

	it('has a limit: those that would be read next are checked', async () => {
		const { checks } = await poll(['a', 'b', 'c', 'd', 'e']);
		await wait(40 * secondMs);
		assert.deepEqual(checks, ['45 abc', '48 de']);
	});

	it('is read one by one if it cannot be checked', async () => {
		const { reads } = await poll(['a', 'b', 'c'], () => Promise.reject(new ForgeError('timeout', 'Late.')));
		await wait(40 * secondMs);
		assert.deepEqual(reads, ['45 a', '46 b', '47 c']);
	});

	it('is not checked again for ten minutes after a check has failed', async () => {
		const { checks } = await poll(['a', 'b'], () => Promise.reject(new ForgeError('timeout', 'Late.')));
		await wait(9 * 60 * secondMs);
		assert.deepEqual(checks, ['45 ab']);
		await wait(12 * 60 * secondMs);
		assert.equal(checks.length, 2);
	});

	it('is read one by one if its check fails for a reason that is not known', async () => {
		const failures: unknown[] = [];
		reportBackgroundFailures((failure) => failures.push(failure));
		try {
			const { reads } = await poll(['a', 'b'], () => Promise.reject(new Error('Not readable.')));
			await wait(40 * secondMs);
			assert.deepEqual(reads, ['45 a', '46 b']);
			assert.match(String(failures), /Not readable/);
		} finally {
			reportBackgroundFailures((failure) => {
				throw failure;
			});
		}
	});

	/** A schedule that has read these resources once. */
	function schedule(names: readonly string[], more: { readonly isLive?: boolean } = {}) {
		const polls = new PollSchedule(() => 0);
		const resources = names.map((id) => ({
			...{
				id,
				server: 'forge',
				group: id === 'other' ? undefined : 'trackers',
				isLive: false,
				isFirst: false,
			},
			...(id === 'b' && more),
		}));
		polls.setResources(resources, 0);
		polls.setFocus(true, 0);
		for (const id of names) {
			polls.didStart(id, 0);
			polls.didRead(id, { hasNews: false, requests: 1 }, 0);
		}
		return polls;
	}

	it('leaves out what was just read, is being read, failed, is outdated or has a working webhook', () => {
		const others = (polls: PollSchedule) => {
			assert.equal(polls.takeDue(45_000), 'a');
			return polls.takeGroup('a', 2, 45_000);
		};
		const names = ['a', 'b', 'c'];
		assert.deepEqual(others(schedule(names)), ['b', 'c']);
		assert.deepEqual(others(schedule(names, { isLive: true })), ['c']);
		const busy = schedule(names);
		busy.didStart('b', 44_000);
		assert.deepEqual(others(busy), ['c']);
		const recent = schedule(names);
		recent.didRead('c', { hasNews: false, requests: 1 }, 31_000);
		assert.deepEqual(others(recent), ['b']);
		const failed = schedule(names);
		failed.didStart('b', 44_000);
		failed.didFail('b', new ForgeError('missing', 'Gone.'), 44_000);
		assert.deepEqual(others(failed), ['c']);
		const outdated = schedule(names);
		outdated.want('c', 40_000);
		assert.equal(outdated.takeDue(40_000), 'c');
		assert.deepEqual(outdated.takeGroup('c', 2, 40_000), []);
	});

	it('uses the budget for the check and for what its reads ask besides', () => {
		const polls = schedule(['a', 'b', 'c', 'other']);
		const read = (id: string, requests: number) =>
			polls.didRead(id, { hasNews: requests > 0, requests }, 45_000);
		assert.equal(polls.takeDue(45_000), 'a');
		assert.deepEqual(polls.takeGroup('a', 2, 45_000), ['b', 'c']);
		read('a', 0);
		read('b', 0);
		assert.equal(polls.nextAt(), 46_000);
		read('c', 5);
		assert.equal(polls.nextAt(), 51_000);
	});
});
