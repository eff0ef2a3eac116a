import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { Emitter } from '../../../../src/base/emitter.ts';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { ResourceDelivery } from '../../../../src/inbox/live/hooks/webhook-options.ts';
import { WebhookServer } from '../../../../src/inbox/live/webhook-server.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import { freePort } from '../../../tools/ports.ts';
import { until } from '../../../tools/until.ts';
import { startLiveForge } from './live-forge.ts';

describe('A listener with the webhooks of accounts', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	async function start() {
		const forge = await startLiveForge(lifetime);
		const delivered: string[] = [];
		const deliveries = new Emitter<ResourceDelivery>();
		deliveries.event(({ resource }) => delivered.push(resource));
		const logged: string[] = [];
		const hooks = lifetime.add(
			new WebhookServer({
				...{ ...forge.webhooks, storage: memoryStorage() },
				deliveries,
				log: new Log(({ level, message }) => level === 'warn' && logged.push(message)),
			}),
		);
		let changes = 0;
		hooks.onDidChange(() => {
			changes += 1;
		});
		const ana = forge.account('ana');
		/** What is wanted of ana. */
		const wanted = (...resources: readonly WatchedResource[]) => ({
			...{ port: 0, publicAddress: undefined, accounts: [ana], isActive: true },
			resources,
		});
		const stateOf = (resource: WatchedResource) => {
			const state = hooks.stateOf(resource);
			return state.kind === 'registered' && state.isLive ? 'live' : state.kind;
		};
		const becomes = (resource: WatchedResource, state: string) =>
			until(() => stateOf(resource) === state, { what: `${resource.id} is ${state}` });
		return { ...forge, hooks, ana, wanted, delivered, logged, stateOf, becomes, changes: () => changes };
	}

	/** Rejects if the port is busy. */
	const hear = async (port: number): Promise<Server> => {
		const server = createServer().listen(port, '127.0.0.1');
		await once(server, 'listening');
		lifetime.add({ dispose: () => server.close() });
		return server;
	};

	it('says that connections were closed because there were too many, so that nothing is live until it delivers', async () => {
		const { hooks, wanted, tracker, happen, becomes } = await start();
		const port = await freePort();
		hooks.update({ ...wanted(tracker()), port });
		await becomes(tracker(), 'registered');
		happen(7);
		await becomes(tracker(), 'live');
		const idle = Array.from({ length: 65 }, () => connect(port, '127.0.0.1').on('error', () => {}));
		for (const socket of idle) lifetime.add({ dispose: () => socket.destroy() });
		await becomes(tracker(), 'registered');
		// The listener takes no more connections until these end.
		const closed = idle.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
		for (const socket of idle) socket.destroy();
		await Promise.all(closed);
		happen(8);
		await becomes(tracker(), 'live');
	});

	it('accepts deliveries to the webhooks of the window before from the first request on', async () => {
		const { hooks, webhooks, wanted, tracker, becomes, registered } = await start();
		const port = await freePort();
		hooks.update({ ...wanted(tracker()), port });
		await becomes(tracker(), 'registered');
		const [url = ''] = registered();
		hooks.leave();
		const next = lifetime.add(
			new WebhookServer({
				...webhooks,
				storage: memoryStorage(),
				deliveries: new Emitter<ResourceDelivery>(),
			}),
		);
		next.update({ ...wanted(tracker()), port, isActive: false });
		let status: number | undefined;
		await until(async () => {
			status = (await fetch(url).catch(() => undefined))?.status;
			return status !== undefined;
		});
		// An unknown path would be answered with 404.
		assert.equal(status, 405);
	});

	it('removes the webhooks of an account that has signed out, and keeps those of another', async () => {
		const { hooks, wanted, ana, account, tracker, becomes, registered } = await start();
		const bobs = tracker('site', 'bob');
		const bob = account('bob');
		hooks.update({ ...wanted(tracker(), bobs), accounts: [ana, bob] });
		await becomes(tracker(), 'registered');
		await becomes(bobs, 'registered');
		const kept = registered();
		hooks.update({ ...wanted(bobs), accounts: [bob] });
		await until(() => registered().length === 1);
		assert.ok(kept.includes(registered()[0] ?? ''));
		assert.equal(hooks.stateOf(bobs).kind, 'registered');
	});

	it('stays on the free port that it has found if the user then names that', async () => {
		const { hooks, wanted, tracker, becomes, registered, logged } = await start();
		hooks.update(wanted(tracker()));
		await becomes(tracker(), 'registered');
		const before = registered();
		hooks.update({ ...wanted(tracker(), tracker('site')), port: Number(new URL(before[0] ?? '').port) });
		await becomes(tracker('site'), 'registered');
		assert.deepEqual([registered().slice(0, 1), logged], [before, []]);
	});

	it('removes the webhooks if it cannot move to another port', async () => {
		const { hooks, wanted, tracker, becomes, registered } = await start();
		hooks.update(wanted(tracker()));
		await becomes(tracker(), 'registered');
		const port = await freePort();
		await hear(port);
		hooks.update({ ...wanted(tracker()), port });
		await becomes(tracker(), 'none');
		await until(() => registered().length === 0);
	});

	it('says why it does not listen if the key of the paths cannot be read, and listens as soon as it can', async () => {
		const { webhooks, wanted, tracker } = await start();
		let isLocked = true;
		const key = async () => {
			if (isLocked) throw new ForgeError('refused', 'Unlock the keyring.');
			return webhooks.key();
		};
		const hooks = lifetime.add(
			new WebhookServer({
				...webhooks,
				key,
				storage: memoryStorage(),
				deliveries: new Emitter<ResourceDelivery>(),
			}),
		);
		hooks.update(wanted(tracker()));
		await until(() => hooks.stateOf(tracker()).kind === 'none');
		assert.deepEqual(hooks.stateOf(tracker()), { kind: 'none', why: 'Unlock the keyring.' });
		isLocked = false;
		await until(() => hooks.stateOf(tracker()).kind === 'registered');
	});

	it('ends in time even if the forge does not answer', async () => {
		const { hooks, wanted, tracker, becomes, forge } = await start();
		hooks.update(wanted(tracker()));
		await becomes(tracker(), 'registered');
		await forge.stop();
		const stop = new AbortController();
		stop.abort();
		await hooks.stop(stop.signal);
		assert.equal(hooks.stateOf(tracker()).kind, 'pending');
	});
});
