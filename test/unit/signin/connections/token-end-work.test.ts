import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Log } from '../../../../src/base/log/log.ts';
import type { Account, Area } from '../../../../src/signin/connections/connection.ts';
import { Losses } from '../../../../src/signin/connections/losses.ts';
import { TokenEndWork } from '../../../../src/signin/connections/token-end-work.ts';
import { session } from '../../../kit/window/sessions.ts';

describe('What is done before a token ends', () => {
	function start(limits = {}) {
		const logged: string[] = [];
		const answers = new Emitter<Area>();
		const account: Account = {
			session,
			instance: { name: 'forge.test' },
			connection: {
				...{ lists: undefined, repositories: undefined, trackers: undefined },
				hub: () => undefined,
				webhooks: () => undefined,
				onDidAnswer: answers.event,
				losses: new Losses(),
			},
		};
		const work = new TokenEndWork(new Log(({ message }) => logged.push(message)), limits);
		return { work, account, logged, answer: () => answers.fire('trackers') };
	}
	const never = () => new Promise<void>(() => {});

	it('is waited for, also if a part of it fails, which is logged', async () => {
		const { work, account, logged } = start();
		const done: string[] = [];
		work.add(() => {
			throw new Error('of the test');
		});
		work.add(async ({ session: { id } }) => {
			await new Promise((resolve) => setImmediate(resolve));
			done.push(id);
		});
		work.add(async () => assert.fail('was removed')).dispose();
		await work.run(account);
		assert.deepEqual(done, [account.session.id]);
		assert.deepEqual(logged, ['Could not clean up at the forge before a token ended']);
	});

	it('ends when the forge has not answered for a while', async () => {
		const { work, account, logged } = start({ silentMs: 1, maxMs: 1_000_000 });
		let isAborted = false;
		work.add(async (_, signal) => {
			signal.addEventListener('abort', () => {
				isAborted = true;
			});
			await never();
		});
		await work.run(account);
		assert.deepEqual([isAborted, logged], [true, []]);
	});

	it('has more time if the forge answers, but not forever', async () => {
		const { work, account, answer } = start({ silentMs: 20, maxMs: 60 });
		let seen: boolean | undefined;
		work.add(async (_, signal) => {
			answer();
			await new Promise((resolve) => setTimeout(resolve, 30));
			seen = signal.aborted;
			await never();
		});
		await work.run(account);
		assert.equal(seen, false);
	});
});
