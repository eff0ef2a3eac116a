import { join } from 'node:path';
import { Log } from '../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../src/base/log/log-records.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import type { Session } from '../../../src/signin/sessions/session.ts';
import { type SecretStore, SessionRegistry } from '../../../src/signin/sessions/session-registry.ts';
import { temporaryFolder } from '../../tools/places.ts';

/** Stands for VS Code's secret storage. Desktop windows share it. In a browser, each window has a copy. */
export class MemorySecretStore implements SecretStore {
	readonly kept: Map<string, string>;
	/** Simulates a locked keyring. */
	broken = false;
	/** Simulates a keyring that accepts a secret but does not keep it. */
	forgetful = false;

	constructor(kept: Iterable<readonly [string, string]> = []) {
		this.kept = new Map(kept);
	}

	async get(key: string): Promise<string | undefined> {
		if (this.broken) throw new Error('The keyring is locked.');
		return this.kept.get(key);
	}

	async store(key: string, value: string): Promise<void> {
		if (this.broken) throw new Error('The keyring is locked.');
		if (this.forgetful) return;
		this.kept.set(key, value);
	}

	copy(): MemorySecretStore {
		return new MemorySecretStore(this.kept);
	}
}

interface Given {
	readonly place?: string;
	readonly secretStore?: MemorySecretStore;
}

/** The parts of a window that concern sign-in. Windows with the same `place` are on the same machine. */
export function openWindow({
	place = temporaryFolder('signin'),
	secretStore = new MemorySecretStore(),
}: Given = {}) {
	const lines: string[] = [];
	const secrets = new Secrets();
	const log = new Log(
		createRecordWriter({ write: (level, line) => lines.push(`${level} ${line}`) }, secrets),
	);
	const folder = join(place, 'sessions');
	const registry = new SessionRegistry(secretStore, folder, secrets, log);
	const changes: { added: string[]; removed: string[]; changed: string[] }[] = [];
	/** The ids of the accounts that the window no longer knows. */
	const forgotten: string[] = [];
	const names = (sessions: readonly Session[]) => sessions.map(({ account }) => account);
	registry.onDidChange(({ added, removed, changed, ...change }) => {
		changes.push({ added: names(added), removed: names(removed), changed: names(changed) });
		forgotten.push(...change.forgotten);
	});
	return {
		...{ place, folder, secretStore, lines, secrets, log, registry, changes, forgotten },
		get who() {
			return names(registry.sessions);
		},
		get ended() {
			return registry.ended.map((one) =>
				one.ending === 'damaged' ? 'damaged' : `${one.account} ${one.ending}`,
			);
		},
	};
}

export type Window = ReturnType<typeof openWindow>;

export const ana: Omit<Session, 'id'> = {
	instance: 'example.org',
	account: '~ana',
	method: 'browser',
	token: 'token-of-ana-4711',
	scopes: ['lists:read'],
	expires: 1_800_000_000_000,
	refresh: 'refresh-of-ana-4711',
	client: 'tildeforge',
};

export const bob: Omit<Session, 'id'> = {
	...ana,
	account: '~bob',
	method: 'token',
	token: 'token-of-bob-4711',
	scopes: null,
	expires: null,
	refresh: null,
	client: null,
};
