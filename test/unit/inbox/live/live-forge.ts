import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import { connect } from '../../../../src/forge/client/connect.ts';
import { webhookRows } from '../../../../src/forge/rows/webhooks.ts';
import type { Received } from '../../../../src/forge/webhooks/delivery.ts';
import { families } from '../../../../src/forge/webhooks/families.ts';
import { plainTransport } from '../../../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../../../src/forge/wire/queue.ts';
import { wire } from '../../../../src/forge/wire/wire.ts';
import type { AccountHooks, CreateAccountHooks } from '../../../../src/inbox/live/account-hooks.ts';
import { hookPath, newHookSecret } from '../../../../src/inbox/live/listener/hook-paths.ts';
import { redeliverLast } from '../../../../src/inbox/live/redeliver.ts';
import type { HookState } from '../../../../src/inbox/model/live-state.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch-source.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { startHooks } from '../../sandbox/hooks-forge.ts';

/** The webhooks of a forge's trackers over real HTTP, and simple `AccountHooks` that register with it. */
export async function startLiveForge(lifetime: Lifetime) {
	const forge = await startHooks('trackers');
	const network = plainTransport();
	lifetime.add({ dispose: () => network.dispose() });
	lifetime.add({ dispose: () => forge.stop() });
	const calls = connect(
		webhookRows<string>(families.tracker.path),
		wire({
			base: forge.address,
			token: () => 'alice',
			fetch: network.fetch,
			queues: new Queues(),
			agent: 'Tildeforge/test',
		}),
	);
	const events = ['label:delete'];
	const rest = { hasKey: true, refusedEvents: [] };

	/** Registers a hook for each resource. Never finds earlier ones. */
	const createHooks =
		(deliver: (resource: string, received: Received) => unknown): CreateAccountHooks =>
		(_, listener): AccountHooks => {
			const changes = new Emitter<void>();
			const states = new Map<string, HookState>();
			const added = new Map<string, () => void>();
			const created: { readonly resource: WatchedResource; readonly hook: number }[] = [];
			const registered: ((isLive: boolean) => void)[] = [];
			let address = '';
			const register = async (resource: WatchedResource) => {
				const secret = newHookSecret();
				const set = (isLive: boolean, deliveredAt?: number) => {
					states.set(resource.spelled, { kind: 'registered', isLive, deliveredAt, ...rest });
					changes.fire();
				};
				registered.push(set);
				const listening = listener.add({
					...{ secret, key: forge.hooks.publicKey },
					receive: (received) => {
						set(received.isVerified, Date.now());
						deliver(resource.spelled, received);
					},
				});
				added.set(resource.spelled, () => listening.dispose());
				const { id } = await calls.createHook(resource.hookTarget.params, {
					url: address + hookPath(secret),
					events,
				});
				created.push({ resource, hook: id });
				set(false);
			};
			return {
				onDidChange: changes.event,
				isOpen: true,
				didDrop: () => {
					for (const set of registered) set(false);
				},
				stateOf: (resource) => states.get(resource),
				update: ({ resources, address: given, isActive }) => {
					address = given;
					for (const resource of resources) {
						if (states.has(resource.spelled) || !isActive) continue;
						states.set(resource.spelled, { kind: 'pending' });
						register(resource).catch(() => {});
					}
				},
				redeliver: async (resource, signal) => {
					const found = created.filter((one) => one.resource.spelled === resource);
					const params = found[0]?.resource.hookTarget.params ?? {};
					await redeliverLast(
						calls,
						params,
						found.map(({ hook }) => hook),
						signal,
					);
				},
				retryRefused: () => {},
				stop: async (signal) => {
					for (const { resource, hook } of created.splice(0))
						await calls.deleteHook({ ...resource.hookTarget.params, hook }, { signal }).catch(() => {});
				},
				dispose: () => {
					for (const remove of added.values()) remove();
					changes.dispose();
				},
			};
		};
	return {
		...{ forge, calls, createHooks },
		/** The addresses of the hooks that are registered. */
		registered: () => forge.state.hooks.map(({ url }) => url),
		/** Something happens in a tracker. */
		happen: (id: number, name = 'editor') =>
			forge.hooks.emit('tracker', { owner: '~alice', tracker: name }, 'label:delete', { id }),
		tracker: (name = 'editor', account = 'ana'): WatchedResource => ({
			...{ spelled: `tracker ${name} ${account}`, account, server: forge.address },
			...{ hookTarget: { family: 'tracker', params: { owner: '~alice', tracker: name } } },
			read: async () => ({ events: [], cursor: null }),
		}),
	};
}

/** Another port of this machine that leads to a port, as a tunnel does. Returns its address. */
export async function startTunnel(lifetime: Lifetime, port: number): Promise<string> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		const onward = connectTo(port, '127.0.0.1');
		for (const [one, other] of [
			[socket, onward],
			[onward, socket],
		] as const) {
			sockets.add(one);
			one.on('error', () => other.destroy()).pipe(other);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	lifetime.add({
		dispose: () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A signed-in account whose calls no test makes. */
export const accountOf = (id: string): Account => ({
	session: {
		...{ id, instance: 'forge.test', account: `~${id}`, method: 'token', token: id },
		...{ scopes: null, expires: null, refresh: null, client: null },
	},
	instance: { name: 'forge.test' },
	connection: {
		...{ lists: undefined, repositories: undefined, trackers: undefined, webhooks: () => undefined },
		onDidAnswer: new Emitter<never>().event,
	},
});
