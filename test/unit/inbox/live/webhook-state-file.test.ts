import assert from 'node:assert/strict';

import { mock } from 'node:test';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { Name } from '../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { WebhookStateFile } from '../../../../src/inbox/live/webhook-state-file.ts';
import type { HookState } from '../../../../src/inbox/model/live-state.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { live, registered } from '../model/live-facts.ts';

const publishedAt = (at: number, states: Readonly<Record<string, HookState>>) =>
	JSON.stringify({ at, states });

describe('The states of webhooks that windows share', () => {
	let lifetime: Lifetime;
	let folder: string;
	let logged: string[];
	beforeEach(() => {
		lifetime = new Lifetime();
		folder = temporaryFolder('live');
		logged = [];
	});
	afterEach(() => lifetime.dispose());

	function openWindow(states?: Readonly<Record<string, HookState>>) {
		const log = new Log(({ message }) => logged.push(message));
		const storage = fileStorage(folder, log);
		const own = { states };
		const shared = lifetime.add(new WebhookStateFile(storage, () => own.states, log));
		return { shared, own, storage };
	}

	it('are those of the window that leads, in all windows', async () => {
		const leader = openWindow({ tracker: registered });
		const { shared } = openWindow();
		leader.shared.publish();
		await until(() => shared.stateOf('tracker')?.kind === 'registered');
		leader.own.states = { tracker: { ...live, deliveredAt: 7, refusedEvents: ['ticket:create'] } };
		leader.shared.publish();
		await until(() => shared.stateOf('tracker')?.kind === 'registered');
		await until(() => {
			const state = shared.stateOf('tracker');
			return state?.kind === 'registered' && state.isLive;
		});
		assert.deepEqual(shared.stateOf('tracker'), leader.own.states.tracker);
		assert.equal(shared.stateOf('another'), undefined);
		assert.equal(shared.stateOf('constructor'), undefined);
	});

	it('tell the other windows that another one leads now, even if it finds at once that the webhooks work', async () => {
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			const written: unknown[] = [];
			const storage = {
				...memoryStorage(),
				replace: async (_: Name, text: string | Uint8Array) =>
					void written.push(JSON.parse(String(text)).states),
			};
			let states: Readonly<Record<string, HookState>> = { tracker: { kind: 'pending' } };
			const log = new Log(({ message }) => logged.push(message));
			const shared = lifetime.add(new WebhookStateFile(storage, () => states, log));
			shared.publish();
			mock.timers.tick(0);
			states = { tracker: live };
			shared.publish();
			await shared.publish.flush();
			assert.deepEqual(written, [{ tracker: { kind: 'pending' } }, { tracker: live }]);
		} finally {
			mock.timers.reset();
		}
	});

	it('tell the next window that leads of which resources there were deliveries, as soon as it opens', async () => {
		const leader = openWindow({
			live,
			silent: registered,
			delivered: { ...registered, deliveredAt: 7 },
			refused: { kind: 'refused', why: 'No.' },
		});
		leader.shared.publish();
		await until(async () => (await leader.storage.read(['live', 'webhooks'])) !== undefined);
		const { shared } = openWindow();
		const names = ['live', 'delivered', 'silent', 'refused', 'another'];
		const wereDelivered = await Promise.all(names.map((name) => shared.wasDelivered(name)));
		assert.deepEqual(wereDelivered, [true, true, false, false, false]);
	});

	it('count for nothing if no window has led for a minute, such as after a crash', async () => {
		const leader = openWindow({ live });
		leader.shared.publish();
		await until(async () => (await leader.storage.read(['live', 'webhooks'])) !== undefined);
		for (const [minutes, counts] of [
			[0.5, true],
			[2, false],
		] as const) {
			const at = Date.now() - minutes * 60_000;
			await leader.storage.replace(['live', 'webhooks'], publishedAt(at, { live }));
			const { shared } = openWindow();
			assert.equal(await shared.wasDelivered('live'), counts);
			assert.equal(shared.stateOf('live') !== undefined, counts);
		}
	});

	it('count for nothing after a minute in a window that was open before, also if it does not hear of changed files', async () => {
		const leader = openWindow({ live });
		leader.shared.publish();
		await until(async () => (await leader.storage.read(['live', 'webhooks'])) !== undefined);
		mock.timers.enable({ apis: ['setInterval'] });
		try {
			const deaf = { ...leader.storage, watch: () => ({ dispose: () => {} }) };
			const shared = lifetime.add(new WebhookStateFile(deaf, () => undefined, new Log(() => {})));
			assert.equal(await shared.wasDelivered('live'), true);
			const at = Date.now() - 2 * 60_000;
			await leader.storage.replace(['live', 'webhooks'], publishedAt(at, { live }));
			leader.shared.dispose();
			mock.timers.tick(20_000);
			await until(() => shared.stateOf('live') === undefined);
		} finally {
			mock.timers.reset();
		}
	});

	it('count for as long as the window that has written them leads, also if that failed at first', async () => {
		mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
		try {
			const done: string[] = [];
			let isFull = true;
			const storage = {
				...memoryStorage(),
				replace: async () => {
					if (isFull) throw new Error('The disk is full.');
					done.push('written');
				},
			};
			let states: Readonly<Record<string, HookState>> | undefined = { live };
			const log = new Log(({ message }) => logged.push(message));
			const shared = lifetime.add(new WebhookStateFile(storage, () => states, log));
			const pass = async () => {
				mock.timers.tick(20_000);
				await shared.publish.flush().catch(() => {});
			};
			await pass();
			assert.deepEqual(done, []);
			isFull = false;
			await pass();
			await pass();
			assert.deepEqual(done, ['written', 'written']);
			states = undefined;
			await pass();
			assert.equal(done.length, 2);
		} finally {
			mock.timers.reset();
		}
	});

	it('are known in a window that opens later, until the leading window ends its webhooks', async () => {
		const leader = openWindow({ tracker: live });
		leader.shared.publish();
		const { shared } = openWindow();
		await until(() => shared.stateOf('tracker') !== undefined);
		let changes = 0;
		shared.onDidChange(() => {
			changes += 1;
		});
		leader.own.states = undefined;
		await leader.shared.clear();
		await until(() => shared.stateOf('tracker') === undefined);
		assert.equal(changes, 1);
	});

	it('are not written by a window that does not lead', async () => {
		const { shared, storage } = openWindow();
		shared.publish();
		await shared.publish.flush();
		assert.equal(await storage.read(['live', 'webhooks']), undefined);
	});

	for (const text of ['{', '{"at":1,"states":{"tracker":{"kind":"new"}}}']) {
		it(`are unknown if another version has written: ${text}`, async () => {
			const { storage } = openWindow();
			await storage.replace(['live', 'webhooks'], publishedAt(Date.now(), { tracker: live }));
			const { shared } = openWindow();
			await until(() => shared.stateOf('tracker') !== undefined);
			await storage.replace(['live', 'webhooks'], text);
			await until(() => shared.stateOf('tracker') === undefined);
			assert.deepEqual(logged, []);
		});
	}
});
