import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { whileNoOtherLeads } from '../../../../src/inbox/live/leader.ts';
import { WebhookCleanup } from '../../../../src/inbox/live/webhook-cleanup.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { accountOf } from './live-forge.ts';

describe('The webhooks that earlier windows have left', () => {
	const lifetime = new Lifetime();
	after(() => lifetime.dispose());
	const [ana, bob] = ['ana', 'bob'].map(accountOf);
	assert.ok(ana && bob);

	function open({ delayMs = 0, retryMs = 60_000, removalMs = 3000 } = {}) {
		const folder = temporaryFolder('left');
		const lockPath = join(folder, 'live.lock');
		const removed: string[] = [];
		const logged: string[] = [];
		const log = new Log(({ message }) => logged.push(message));
		const storage = fileStorage(folder, log);
		let work = async (_: AbortSignal, __: string): Promise<boolean> => true;
		const left = lifetime.add(
			new WebhookCleanup({
				remove: async ({ session }, signal) => {
					removed.push(session.id);
					return work(signal, session.id);
				},
				...{ storage, delayMs, retryMs, removalMs, log },
			}),
		);
		const during = (done: typeof work) => {
			work = done;
		};
		const lead = (work: () => Promise<void>) => whileNoOtherLeads(storage, work, AbortSignal.timeout(5000));
		return { left, removed, logged, lockPath, lead, during };
	}

	it('are removed without the wait after a failure for an account that becomes known during a removal', async () => {
		const { left, removed, during } = open();
		const { promise, resolve } = Promise.withResolvers<boolean>();
		during(() => promise);
		left.update([ana]);
		await until(() => removed.length === 1);
		left.update([ana, bob]);
		resolve(true);
		await until(() => removed.length === 2);
		assert.deepEqual(removed, ['ana', 'bob']);
	});

	it('stay if the account is used before the removal begins', async () => {
		const { left, removed } = open({ delayMs: 20 });
		left.update([ana]);
		left.update([]);
		await setTimeout(40);
		assert.deepEqual(removed, []);
	});

	it('stay if the account is used while the lock is taken', async () => {
		const { left, removed, lockPath } = open();
		const { rename } = files;
		const taken = Promise.withResolvers<void>();
		// The lock is taken by renaming a folder.
		const renameWhileUsed = (from: string, to: string) => {
			if (to === lockPath) {
				left.update([]);
				taken.resolve();
			}
			return rename(from, to);
		};
		Object.assign(files, { rename: renameWhileUsed });
		syncBuiltinESMExports();
		try {
			left.update([ana]);
			await taken.promise;
			await until(() => readdirSync(dirname(lockPath)).length === 0);
		} finally {
			Object.assign(files, { rename });
			syncBuiltinESMExports();
		}
		assert.deepEqual(removed, []);
	});

	it('stay while another window leads, and while this one waits for its end', async () => {
		const { left, removed, lead } = open();
		await lead(async () => {
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

	it('are removed without the wait after a failure if the account was used during a removal', async () => {
		const { left, removed, during } = open();
		const { promise, resolve } = Promise.withResolvers<boolean>();
		during(() => promise);
		left.update([ana]);
		await until(() => removed.length === 1);
		left.update([]);
		left.update([ana]);
		resolve(false);
		await until(() => removed.length === 2);
	});

	it('are removed later if the account was used meanwhile, or another attempt has failed', async () => {
		const { left, removed, logged, during } = open({ retryMs: 1 });
		const { promise, resolve } = Promise.withResolvers<void>();
		during(async (signal) => {
			signal.addEventListener('abort', () => resolve());
			await promise;
			return true;
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
		await until(() => logged.length > 0);
		during(async () => true);
		await until(() => removed.length >= 3);
	});

	it('are tried again if the forge could not be reached, until they are removed', async () => {
		const { left, removed, during } = open({ retryMs: 10 });
		during(async () => removed.length === 3);
		left.update([ana]);
		await until(() => removed.length === 3);
		await setTimeout(200);
		assert.equal(removed.length, 3);
	});

	it('are removed although the forge of another account does not answer', async () => {
		const { left, removed, during } = open({ removalMs: 50 });
		during(async (signal, id) => {
			if (id === 'ana') await new Promise((_, reject) => signal.addEventListener('abort', reject));
			return true;
		});
		left.update([ana, bob]);
		await until(() => removed.includes('bob'));
	});

	it('let another window lead soon, although the forge is slow', async () => {
		const { left, removed, lead, during } = open({ removalMs: 50 });
		during(async (signal) => {
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
			return false;
		});
		left.update([ana]);
		await until(() => removed.length === 1);
		let leads = false;
		await lead(async () => {
			leads = true;
		});
		assert.ok(leads);
		left.update([]);
	});
});
