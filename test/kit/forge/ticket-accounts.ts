import { join } from 'node:path';
import { Emitter } from '../../../src/base/emitter.ts';
import type { Log } from '../../../src/base/log/log.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import type { Account, Area } from '../../../src/signin/connections/connection.ts';
import type { EndedSession } from '../../../src/signin/sessions/session-registry.ts';
import { connectionWithoutAreas } from '../items/connection-without-areas.ts';
import { seenIn } from '../items/seen.ts';
import { session } from '../window/sessions.ts';
import type { TrackerForge } from './tracker-forge.ts';

/** A forge that offers only what REST does has no `extrasOf`. */
export interface WithExtras {
	readonly extrasOf?: TrackerForge['extras'];
}

/** Accounts of a forge that sign in and out as in the editor, with a folder for their caches. */
export function accountsOf(
	forge: Pick<TrackerForge, 'client'> & WithExtras,
	folder: string,
	log: Log,
	nameOf?: (account: string) => string | undefined,
) {
	const changes = new Emitter<void>();
	const caches = new AccountCaches(join(folder, 'cache'), log, nameOf);
	const seen = seenIn(caches);
	const accounts = new Map<string, Account>();
	const ended = new Map<string, EndedSession & { readonly last: Account | undefined }>();
	const answers = new Emitter<Area>();
	const connection = (name: 'ana' | 'bob'): Account['connection'] => ({
		...{ ...connectionWithoutAreas(), trackers: forge.client(name) },
		trackerExtras: forge.extrasOf?.(name),
		onDidAnswer: answers.event,
	});
	return {
		/** An area of the forge answers a request. */
		answer: (area: Area) => answers.fire(area),
		forges: {
			get accounts() {
				return [...accounts.values()];
			},
			caches,
			seen,
			endedSession: (account: string) => ended.get(account),
			endedAccount: (account: string) => ended.get(account)?.last,
			isTemporary: (account: string) => nameOf !== undefined && nameOf(account) === undefined,
			onDidChange: (listener: () => void) => changes.event(() => listener()),
		},
		signIn: (name: 'ana' | 'bob') => {
			ended.delete(name);
			accounts.set(name, { ...account(name), connection: connection(name) });
			changes.fire();
		},
		/** Settles when the cache is removed. */
		signOut: (name: 'ana' | 'bob'): Promise<void> => {
			accounts.delete(name);
			ended.delete(name);
			seen.forget([name]);
			const removed = caches.remove(name);
			changes.fire();
			return removed;
		},
		/** The forge no longer accepts the token. */
		revoke: (name: 'ana' | 'bob'): void => {
			const last = accounts.get(name);
			ended.set(name, { id: name, instance: 'forge.test', account: `~${name}`, ending: 'refused', last });
			accounts.delete(name);
			changes.fire();
		},
	};
}

const account = (name: 'ana' | 'bob'): Omit<Account, 'connection'> => ({
	session: { ...session, id: name, account: `~${name}`, token: name },
	instance: { name: 'forge.test', trackers: 'https://todo.forge.test' },
});
