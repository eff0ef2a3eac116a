import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import type { Log } from '../../src/base/log/log.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { Queues } from '../../src/forge/wire/queue.ts';
import { transport } from '../../src/forge/wire/transport.ts';
import { AccountCaches } from '../../src/platform/state/account-caches.ts';
import { createConnection } from '../../src/signin/connections/connection.ts';
import { Renewal } from '../../src/signin/connections/renewal.ts';
import type { Instance } from '../../src/signin/instances/instance.ts';
import { SessionRegistry } from '../../src/signin/sessions/session-registry.ts';
import { seenIn } from '../kit/items/seen.ts';

/** Where a process of a soak test keeps its files, and the token of ~ana, who signs in. */
export interface SoakUser {
	/** Shared by all windows, like the editor's storage folder. */
	readonly folder: string;
	readonly token: string;
}

/** The secret storage of the editor, which all windows share. */
const secretStoreIn = (folder: string) => ({
	get: async (key: string): Promise<string | undefined> => {
		try {
			return JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))[key];
		} catch {
			return undefined;
		}
	},
	store: async (key: string, value: string): Promise<void> => {
		const draft = join(folder, `secrets.${process.pid}`);
		writeFileSync(draft, JSON.stringify({ [key]: value }));
		renameSync(draft, join(folder, 'secrets.json'));
	},
});

/** Opens the sessions as a window of the editor does. They last until the process ends. */
export async function openSoakAccounts({ folder, token }: SoakUser, instance: Instance, log: Log) {
	const lifetime = new Lifetime();
	const secretStore = secretStoreIn(folder);
	const secrets = new Secrets();
	const registry = new SessionRegistry(secretStore, join(folder, 'sessions'), secrets, log);
	const renewal = new Renewal({
		registry,
		storage: fileStorage(folder, log),
		fetchNext: () => Promise.reject(new Error('Tokens of the soak do not expire.')),
		isTokenInvalid: async () => false,
		discard: async () => {},
		log,
	});
	const network = lifetime.add(transport());
	const queues = new Queues();
	const connections = new Map<string, ReturnType<typeof createConnection>>();
	const accounts = () =>
		registry.sessions.map((session) => {
			const { id } = session;
			const made =
				connections.get(id) ??
				createConnection({
					...{ instance, id, renewal, queues, log },
					fetch: network.fetch,
					agent: 'Tildeforge/soak',
				});
			connections.set(id, made);
			return { session, instance, connection: made };
		});
	await registry.read();
	const caches = new AccountCaches(join(folder, 'cache'), log);
	const forges = {
		caches,
		seen: seenIn(caches),
		isTemporary: () => false,
		endedSession: () => undefined,
		endedAccount: () => undefined,
		get accounts() {
			return accounts();
		},
		onDidChange: (listener: () => unknown) => registry.onDidChange(() => listener()),
	};
	const signIn = () =>
		registry.put({
			...{ instance: instance.name, account: '~ana', method: 'token', token },
			...{ scopes: null, expires: null, refresh: null, client: null },
		});
	return { registry, forges, secretStore, secrets, signIn };
}
