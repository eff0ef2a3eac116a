import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withFileLock } from '../../../../src/base/file-lock.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log.ts';
import { LeftoverHooks } from '../../../../src/inbox/live/leftover-hooks.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { accountOf } from './live-forge.ts';

describe('The webhooks that earlier windows have left', () => {
	const lifetime = new Lifetime();
	after(() => lifetime.dispose());
	const [ana, bob] = ['ana', 'bob'].map(accountOf);
	assert.ok(ana && bob);

	function open(delayMs = 0) {
		const lockPath = join(temporaryFolder('left'), 'lock');
		const removed: string[] = [];
		const logged: string[] = [];
		let work = async (_: AbortSignal): Promise<void> => {};
		const left = lifetime.add(
			new LeftoverHooks({
				remove: async ({ session }, signal) => {
					removed.push(session.id);
					await work(signal);
				},
				...{ lockPath, delayMs, log: new Log(({ message }) => logged.push(message)) },
			}),
		);
		const during = (done: typeof work) => {
			work = done;
		};
		return { left, removed, logged, lockPath, during };
	}

	it('are removed once for each account', async () => {
		const { left, removed } = open();
		left.update([ana]);
		await until(() => removed.length === 1);
		await setTimeout(20);
		left.update([ana, bob]);
		await until(() => removed.length === 2);
		assert.deepEqual(removed, ['ana', 'bob']);
	});

	it('stay if the account is used before the removal begins', async () => {
		const { left, removed } = open(20);
		left.update([ana]);
		left.update([]);
		await setTimeout(40);
		assert.deepEqual(removed, []);
	});

	it('stay while another window leads, and while this one waits for its end', async () => {
		const { left, removed, lockPath } = open();
		await withFileLock(lockPath, async () => {
			left.update([ana]);
			await setTimeout(50);
			left.update([]);
			await setTimeout(50);
		});
		await setTimeout(50);
		assert.deepEqual(removed, []);
		left.update([ana]);
		await until(() => removed.length === 1);
	});

	it('are removed later if the account was used meanwhile, or another attempt has failed', async () => {
		const { left, removed, logged, during } = open();
		const { promise, resolve } = Promise.withResolvers<void>();
		during(async (signal) => {
			signal.addEventListener('abort', () => resolve());
			await promise;
		});
		left.update([ana]);
		await until(() => removed.length === 1);
		left.update([]);
		await promise;
		await setTimeout(20);
		during(async () => {
			throw new Error('of the test');
		});
		left.update([ana]);
		await until(() => logged.length === 1);
		during(async () => {});
		await setTimeout(20);
		left.update([ana]);
		await until(() => removed.length === 3);
	});
});
