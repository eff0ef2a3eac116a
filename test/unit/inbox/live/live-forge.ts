import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { connect } from '../../../../src/forge/client/connect.ts';
import { webhookRows } from '../../../../src/forge/rows/webhooks.ts';
import { families } from '../../../../src/forge/webhooks/families.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { Losses } from '../../../../src/signin/connections/losses.ts';
import { newKey } from '../../../../src/signin/sessions/encryption.ts';
import { startHooks } from '../../../kit/forge/hooks-forge.ts';
import { plainTransport } from '../../../kit/forge/plain-transport.ts';
import { testWire } from '../../../kit/forge/test-wire.ts';

/** The webhooks of a forge's trackers over real HTTP, and what windows of one machine need to register there. */
export async function startLiveForge(lifetime: Lifetime) {
	const forge = await startHooks('trackers', { drift: ['event-on-tracker'] });
	const network = plainTransport();
	lifetime.add({ dispose: () => network.dispose() });
	lifetime.add({ dispose: () => forge.stop() });
	const calls = connect(
		webhookRows<string>(families.tracker.path),
		testWire({ base: forge.address, token: () => 'alice', fetch: network.fetch }),
	);
	const key = newKey();
	return {
		...{ forge, calls },
		/** What the webhooks of all accounts have in common. */
		webhooks: {
			...{ log: new Log(() => {}), secrets: new Secrets(), key: async () => key },
			pace: { spacingMs: 0, unwantedMs: 0, settleMs: 0, tickMs: 20 },
		},
		account: (id: string): Account => {
			const { session, connection } = accountOf(id);
			return {
				session,
				instance: { name: 'forge.test', webhookKey: forge.hooks.sender.publicKey },
				connection: { ...connection, webhooks: () => calls },
			};
		},
		/** The addresses of the hooks that are registered. */
		registered: () => forge.state.hooks.map(({ url }) => url),
		/** Something happens in a tracker. */
		happen: (id: number, name = 'editor') =>
			forge.hooks.emit('tracker', { owner: '~alice', tracker: name }, 'label:delete', { id }),
		tracker: (name = 'editor', account = 'ana'): WatchedResource => ({
			...{ id: `tracker ${name} ${account}`, account, server: forge.address },
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
		...{
			lists: undefined,
			repositories: undefined,
			trackers: undefined,
			webhooks: () => undefined,
			hub: () => undefined,
		},
		onDidAnswer: new Emitter<never>().event,
		losses: new Losses(),
	},
});
