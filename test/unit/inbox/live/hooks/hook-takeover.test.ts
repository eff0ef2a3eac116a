import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Log } from '../../../../../src/base/log/log.ts';
import { HookTakeover } from '../../../../../src/inbox/live/hooks/hook-takeover.ts';
import { settle } from '../../../base/clock.ts';

const pace = { holderMs: 30_000, retakeMs: 60_000, rarelyMs: 200_000 };

describe('Taking over hooks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
	afterEach(() => mock.timers.reset());

	async function start() {
		const logged: string[] = [];
		const hooks = {
			isSuperseded: false,
			/** Whether another window has taken over. */
			isTaken: false,
			failure: undefined as Error | undefined,
			opened: 0,
			open: async () => {
				if (hooks.failure) throw hooks.failure;
				hooks.opened++;
				hooks.isTaken = false;
				hooks.isSuperseded = false;
			},
			checkHolder: async () => {
				if (hooks.failure) throw hooks.failure;
				hooks.isSuperseded = hooks.isTaken;
			},
		};
		const takeover = new HookTakeover({
			...{ hooks, pace, random: () => 0, log: new Log(({ message }) => logged.push(message)) },
			didChange: () => takeover.update(),
		});
		const wait = async (seconds: number) => {
			for (let passed = 0; passed < seconds; passed++) {
				mock.timers.tick(1000);
				await settle();
			}
		};
		await settle();
		return { hooks, takeover, wait, logged };
	}

	it('happens at the start', async () => {
		const { hooks, takeover } = await start();
		assert.deepEqual([hooks.opened, takeover.isOpen], [1, true]);
		takeover.dispose();
	});

	it('happens again, later each time, after another window has taken over and this one still leads', async () => {
		const { hooks, takeover, wait } = await start();
		for (const seconds of [60, 120, 200, 200]) {
			const before = hooks.opened;
			hooks.isTaken = true;
			for (let second = 0; second < 30 && !hooks.isSuperseded; second++) await wait(1);
			await wait(seconds - 1);
			assert.equal(hooks.opened, before);
			await wait(1);
			assert.equal(hooks.opened, before + 1);
		}
		takeover.dispose();
		hooks.isTaken = true;
		await wait(300);
		assert.equal(hooks.opened, 5);
	});

	it('notices within half a minute that another window has taken over, also if a look has failed', async () => {
		const { hooks, takeover, wait, logged } = await start();
		hooks.failure = new Error('of the test');
		await wait(30);
		assert.equal(logged.length, 1);
		hooks.failure = undefined;
		hooks.isTaken = true;
		await wait(30);
		assert.ok(hooks.isSuperseded);
		takeover.dispose();
	});
});
