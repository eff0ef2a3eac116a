import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Emitter } from '../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { Live } from '../../../../src/inbox/live/live.ts';
import type { LiveSettings } from '../../../../src/inbox/model/live-settings.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import { seenIn } from '../../../kit/items/seen.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { freePort } from '../../../tools/ports.ts';
import { until } from '../../../tools/until.ts';
import { startLiveForge, startTunnel } from './live-forge.ts';

const noSettings: LiveSettings = { port: 0, publicAddress: undefined, problems: [] };

describe('Live updates', () => {
	let lifetime: Lifetime;
	let folder: string;
	beforeEach(() => {
		lifetime = new Lifetime();
		folder = temporaryFolder('live');
	});
	afterEach(() => lifetime.dispose());

	type Forge = Awaited<ReturnType<typeof startLiveForge>>;

	function openWindow(forge: Forge, { ids = ['ana'], temporary = [] as readonly string[] } = {}) {
		const log = new Log(() => {});
		const delivered: string[] = [];
		const accountChanges = new Emitter<void>();
		const settingChanges = new Emitter<void>();
		let settings = noSettings;
		let accounts = ids.map(forge.account);
		const lockPath = join(folder, 'live.lock');
		const live = lifetime.add(
			new Live({
				forges: {
					get accounts() {
						return accounts;
					},
					isTemporary: (id) => temporary.includes(id),
					endedSession: () => undefined,
					endedAccount: () => undefined,
					caches: { of: () => assert.fail() },
					seen: seenIn({ of: () => assert.fail() }),
					onDidChange: accountChanges.event,
				},
				settings: {
					get current() {
						return settings;
					},
					onDidChange: settingChanges.event,
				},
				...forge.webhooks,
				cleanupDelayMs: 0,
				storage: fileStorage(folder, log),
			}),
		);
		live.onDidReceive(({ resource }) => delivered.push(resource));
		live.setFocus(true);
		let changes = 0;
		live.onDidChange(() => {
			changes += 1;
		});
		const stateOf = (resource: WatchedResource) => {
			const state = live.stateOf(resource);
			return state.kind === 'registered' && state.isLive ? 'live' : state.kind;
		};
		return {
			...{ live, delivered, lockPath, stateOf },
			changes: () => changes,
			becomes: (resource: WatchedResource, state: string) =>
				until(() => stateOf(resource) === state, { what: `${resource.id} is ${state}` }),
			set: (changed: Partial<LiveSettings>) => {
				settings = { ...settings, ...changed };
				settingChanges.fire();
			},
			signOut: () => {
				accounts = [];
				accountChanges.fire();
			},
		};
	}

	it('arrive in one of two windows, and the other one knows that they are live', async () => {
		const forge = await startLiveForge(lifetime);
		const [one, other] = [openWindow(forge), openWindow(forge)];
		for (const { live } of [one, other]) live.setResources([forge.tracker()]);
		for (const { becomes } of [one, other]) await becomes(forge.tracker(), 'registered');
		assert.deepEqual([one, other].map(({ live }) => live.isLeading).sort(), [false, true]);
		assert.equal(forge.registered().length, 1);
		forge.happen(7);
		for (const { becomes } of [one, other]) await becomes(forge.tracker(), 'live');
		assert.equal(one.delivered.length + other.delivered.length, 1);
	});

	it('arrive in the other window after the first one has stopped, which removes its webhooks', async () => {
		const forge = await startLiveForge(lifetime);
		const one = openWindow(forge);
		one.live.setResources([forge.tracker()]);
		await one.becomes(forge.tracker(), 'registered');
		const before = forge.registered();
		const other = openWindow(forge);
		other.live.setResources([forge.tracker()]);
		await one.live.stop(AbortSignal.timeout(20_000));
		assert.equal(
			forge.registered().some((url) => before.includes(url)),
			false,
		);
		await until(() => other.live.isLeading);
		await other.becomes(forge.tracker(), 'registered');
		forge.happen(7);
		await other.becomes(forge.tracker(), 'live');
		assert.deepEqual([one.delivered, other.delivered], [[], [forge.tracker().id]]);
	});

	it('are not expected from a forge that cannot reach this machine, for which nothing listens', async () => {
		const forge = await startLiveForge(lifetime);
		const { live, stateOf, lockPath } = openWindow(forge);
		const away = { ...forge.tracker(), server: 'https://todo.example.org' };
		live.setResources([away]);
		assert.deepEqual(live.stateOf(away), {
			kind: 'none',
			why: 'todo.example.org cannot reach this machine. If a tunnel or proxy leads here, set its address in tildeforge.live.publicAddress.',
		});
		live.setResources([away, forge.tracker()]);
		await until(() => stateOf(forge.tracker()) === 'registered');
		assert.equal(stateOf(away), 'none');
		live.setResources([away]);
		await until(() => forge.registered().length === 0);
		await until(() => !existsSync(lockPath));
	});

	it('arrive at the public address that the user sets, until the user removes it', async () => {
		const forge = await startLiveForge(lifetime);
		const { live, becomes, set } = openWindow(forge);
		const away = { ...forge.tracker(), server: 'https://todo.example.org' };
		live.setResources([away]);
		const port = await freePort();
		set({ port, publicAddress: await startTunnel(lifetime, port) });
		await becomes(away, 'registered');
		forge.happen(7);
		await becomes(away, 'live');
		set(noSettings);
		assert.equal(live.stateOf(away).kind, 'none');
		await until(() => forge.registered().length === 0);
	});

	it('are not used while the settings are wrong, which is the reason', async () => {
		const forge = await startLiveForge(lifetime);
		const { live, set, becomes, changes } = openWindow(forge);
		live.setResources([forge.tracker()]);
		await becomes(forge.tracker(), 'registered');
		const before = changes();
		set({ problems: ['The port is wrong.'] });
		assert.deepEqual(live.stateOf(forge.tracker()), { kind: 'none', why: 'The port is wrong.' });
		assert.ok(changes() > before);
		await until(() => forge.registered().length === 0);
		set(noSettings);
		await becomes(forge.tracker(), 'registered');
	});

	it('of a sample forge arrive in each window, whatever the settings say', async () => {
		const forge = await startLiveForge(lifetime);
		const sample = forge.tracker('sample', 'sample');
		const open = () => openWindow(forge, { ids: ['sample'], temporary: ['sample'] });
		const [one, other] = [open(), open()];
		for (const { live, set } of [one, other]) {
			set({ problems: ['The port is wrong.'] });
			live.setResources([sample]);
		}
		for (const { becomes } of [one, other]) await becomes(sample, 'registered');
		forge.happen(7, 'sample');
		for (const { becomes, live } of [one, other]) {
			await becomes(sample, 'live');
			assert.equal(live.isLeading, false);
		}
		assert.equal(existsSync(one.lockPath), false);
		assert.equal(existsSync(join(folder, 'webhooks')), false);
	});

	it('end when the last account signs out', async () => {
		const forge = await startLiveForge(lifetime);
		const { live, becomes, signOut, lockPath } = openWindow(forge);
		live.setResources([forge.tracker()]);
		await becomes(forge.tracker(), 'registered');
		signOut();
		await until(() => forge.registered().length === 0);
		await until(() => !existsSync(lockPath));
		assert.equal(await fileStorage(folder, new Log(() => {})).read(['live', 'webhooks']), undefined);
	});

	it('are registered when the window has the focus, and arrive also without it', async () => {
		const forge = await startLiveForge(lifetime);
		const { live, becomes, lockPath } = openWindow(forge);
		live.setFocus(false);
		live.setResources([forge.tracker()]);
		await until(() => live.isLeading && existsSync(lockPath));
		await setTimeout(100);
		assert.deepEqual(forge.registered(), []);
		live.setFocus(true);
		await becomes(forge.tracker(), 'registered');
		live.setFocus(false);
		forge.happen(7);
		await becomes(forge.tracker(), 'live');
	});

	it('are registered by the window that leads also while another one has the focus', async () => {
		const forge = await startLiveForge(lifetime);
		const leading = openWindow(forge);
		leading.live.setFocus(false);
		leading.live.setResources([forge.tracker()]);
		await until(() => leading.live.isLeading);
		const other = openWindow(forge);
		other.live.setFocus(false);
		other.live.setResources([forge.tracker()]);
		await setTimeout(100);
		assert.deepEqual(forge.registered(), []);
		other.live.setFocus(true);
		await leading.becomes(forge.tracker(), 'registered');
		await other.becomes(forge.tracker(), 'registered');
		assert.equal(forge.registered().length, 1);
	});

	it('end, but only with the focus, if a killed window has left webhooks and no server can deliver', async () => {
		const forge = await startLiveForge(lifetime);
		const killed = openWindow(forge);
		killed.live.setResources([forge.tracker()]);
		await killed.becomes(forge.tracker(), 'registered');
		killed.live.dispose();
		const { live } = openWindow(forge);
		const away = { ...forge.tracker(), server: 'https://todo.example.org' };
		live.setFocus(false);
		live.setResources([away]);
		await setTimeout(50);
		assert.equal(forge.registered().length, 1);
		live.setFocus(true);
		await until(() => forge.registered().length === 0);
	});

	it('do not end because a window beside the one that leads has nothing that can be delivered', async () => {
		const forge = await startLiveForge(lifetime);
		const leading = openWindow(forge);
		leading.live.setResources([forge.tracker()]);
		await leading.becomes(forge.tracker(), 'registered');
		const { live } = openWindow(forge);
		live.setResources([{ ...forge.tracker(), server: 'https://todo.example.org' }]);
		await setTimeout(100);
		assert.equal(forge.registered().length, 1);
	});

	it('are live in the window that leads next as soon as the forge has listed the webhooks of a killed one', async () => {
		const forge = await startLiveForge(lifetime);
		const [one, other] = [openWindow(forge), openWindow(forge)];
		one.live.setResources([forge.tracker()]);
		await one.becomes(forge.tracker(), 'registered');
		other.live.setResources([forge.tracker()]);
		forge.happen(7);
		await other.becomes(forge.tracker(), 'live');
		const before = forge.registered();
		one.live.dispose();
		await until(() => other.live.isLeading);
		await other.becomes(forge.tracker(), 'live');
		assert.deepEqual([forge.registered(), other.delivered], [before, []]);
	});

	it('change nothing if the same resources are set again', async () => {
		const forge = await startLiveForge(lifetime);
		const { live, becomes, changes } = openWindow(forge);
		live.setResources([forge.tracker()]);
		await becomes(forge.tracker(), 'registered');
		await new Promise((resolve) => setImmediate(resolve));
		const before = changes();
		live.setResources([forge.tracker()]);
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(changes(), before);
	});
});
