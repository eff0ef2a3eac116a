import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Log } from '../../../../../src/base/log/log.ts';
import { WebhookOwnership } from '../../../../../src/inbox/live/hooks/webhook-ownership.ts';
import { defaultPace } from '../../../../../src/inbox/live/hooks/webhook-pace.ts';
import { WebhookTargets } from '../../../../../src/inbox/live/hooks/webhook-targets.ts';
import { memoryStorage } from '../../../../../src/platform/state/store/memory-storage.ts';
import type { Storage } from '../../../../../src/platform/state/store/storage.ts';
import type { HookTarget } from '../../../../../src/platform/state/watch-source.ts';
import { settle } from '../../../../kit/window/clock.ts';
import { session } from '../../../../kit/window/sessions.ts';
import { targetOf } from './target-samples.ts';

describe('The window that registers webhooks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	function open(storage: Storage = memoryStorage()) {
		const targets = new WebhookTargets(storage, session);
		const changes: (readonly HookTarget[])[] = [];
		const logged: string[] = [];
		const log = new Log(({ level }) => logged.push(level));
		const ownership = new WebhookOwnership(
			targets,
			defaultPace,
			() => 0,
			log,
			(known) => changes.push(known),
		);
		return { storage, targets, ownership, changes, logged };
	}

	async function pass(ms: number): Promise<void> {
		mock.timers.tick(ms);
		await settle();
	}

	it('learns where the token may have webhooks, also those of the token before', async () => {
		const { ownership, changes } = open();
		ownership.takeOver('first');
		await settle();
		ownership.takeOver('second', [targetOf('editor')]);
		assert.equal(ownership.isOwner, false);
		await settle();
		assert.deepEqual([ownership.isOwner, changes], [true, [[], [targetOf('editor')]]]);
	});

	it('learns where there may be webhooks also if the token is renewed again before that is stored', async () => {
		const { ownership, changes } = open();
		ownership.takeOver('first', [targetOf('editor')]);
		ownership.takeOver('second', [targetOf('shell')]);
		await settle();
		assert.deepEqual(changes, [[targetOf('editor'), targetOf('shell')]]);
	});

	it('notices that another one has taken over, and takes over again later each time', async () => {
		const one = open();
		one.ownership.takeOver('token', [targetOf('editor')]);
		await settle();
		for (const waitMs of [defaultPace.retakeMs, 2 * defaultPace.retakeMs]) {
			one.changes.length = 0;
			await open(one.storage).targets.takeOver('', new AbortController().signal);
			assert.equal(one.ownership.isOwner, true);
			await pass(defaultPace.ownerMs);
			assert.deepEqual([one.ownership.isOwner, one.changes], [false, [[]]]);
			await pass(waitMs - 1);
			assert.equal(one.ownership.isOwner, false);
			await pass(1);
			assert.deepEqual([one.ownership.isOwner, one.changes], [true, [[], [targetOf('editor')]]]);
		}
		assert.deepEqual(one.logged, ['info', 'info']);
	});

	it('stays the owner while that cannot be read, which is logged once', async () => {
		const { storage, ownership, logged } = open();
		ownership.takeOver('token');
		await settle();
		storage.read = async () => {
			throw new Error('of the test');
		};
		for (let time = 0; time < 3; time++) await pass(defaultPace.ownerMs);
		assert.deepEqual([ownership.isOwner, logged], [true, ['warn']]);
	});

	it('changes nothing any more after its end', async () => {
		const { ownership, targets, changes } = open();
		ownership.takeOver('token');
		ownership.dispose();
		await settle();
		assert.deepEqual([ownership.isOwner, await targets.isOwner(), changes], [false, false, []]);
	});
});
