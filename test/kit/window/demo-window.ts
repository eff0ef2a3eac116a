import { rm } from 'node:fs/promises';
import type { Disposable } from '../../../src/base/disposable.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import type { Log } from '../../../src/base/log/log.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import type { Account, Area } from '../../../src/signin/connections/connection.ts';
import type { EndedSession } from '../../../src/signin/sessions/session-registry.ts';
import { endings } from '../../tools/endings.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { readable } from '../forge/tracker-forge.ts';
import { connectionWithoutAreas } from '../items/connection-without-areas.ts';
import { seenIn } from '../items/seen.ts';
import { session } from './sessions.ts';

export type Name = 'ana' | 'bob' | 'carol' | 'dave';

/** An account's connection, which tests can cut, with the requests that it has sent. */
interface Connection extends Disposable {
	readonly client: unknown;
	readonly asked: string[];
	readonly line: { isCut: boolean };
}

interface DemoWindowsOptions<Connected extends Connection, Opened extends Disposable> {
	readonly area: Area;
	readonly connect: (forge: Forge, token: string) => Connected;
	/** The typed functions of the account, by area. */
	readonly clients: (
		connection: Connected,
	) => Partial<Omit<Account['connection'], 'hub' | 'onDidAnswer' | 'losses'>>;
	readonly open: (options: { forges: AccountSource; folder: string; log: Log }) => Promise<Opened>;
	readonly quirks?: readonly Quirk[];
}

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window on it. */
export function demoWindows<Connected extends Connection, Opened extends Disposable>({
	area,
	connect,
	clients,
	open: openData,
	quirks = [],
}: DemoWindowsOptions<Connected, Opened>) {
	let forge: Forge;
	const ending = endings();
	before(async () => {
		forge = await startForge({ port: 0, drift: quirks });
	});
	after(() => forge.stop());

	/** Signs in accounts in a window whose files are in `folder`. */
	async function open({
		names = ['ana'],
		revoked = [],
		folder = temporaryFolder(area),
	}: {
		readonly names?: readonly Name[];
		/** Those of `names` whose tokens the forge no longer accepted before the window was opened. */
		readonly revoked?: readonly Name[];
		readonly folder?: string;
	} = {}) {
		ending(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
		const { log, lines } = readable();
		const changes = new Emitter<void>();
		const answers = new Emitter<Area>();
		const caches = new AccountCaches(`${folder}/cache`, log);
		const seen = seenIn(caches);
		const connections = names.map((name) => {
			const { token = '' } = forge.users.find((user) => user.name === `~${name}`) ?? {};
			const connection = connect(forge, token);
			ending(connection);
			return { name, connection };
		});
		const accounts = new Map<string, Account>(
			connections.map(({ name, connection }) => [
				name,
				{
					session: { ...session, id: name, account: `~${name}`, token: name },
					instance: { name: 'forge.test', ...forge.addresses },
					connection: {
						...{ ...connectionWithoutAreas(), ...clients(connection) },
						onDidAnswer: answers.event,
					},
				},
			]),
		);
		const ended = new Map<string, EndedSession & { readonly last: Account | undefined }>();
		const end = (name: Name) => {
			const last = accounts.get(name);
			ended.set(name, { id: name, instance: 'forge.test', account: `~${name}`, ending: 'refused', last });
			accounts.delete(name);
		};
		for (const name of revoked) end(name);
		const opened = await openData({
			forges: {
				get accounts() {
					return [...accounts.values()];
				},
				caches,
				seen,
				endedSession: (id: string) => ended.get(id),
				endedAccount: (id: string) => ended.get(id)?.last,
				isTemporary: () => false,
				onDidChange: changes.event,
			},
			...{ folder, log },
		});
		ending(opened);
		return {
			...{ opened, folder, log, lines, ending, caches, seen },
			connections: connections.map(({ connection }) => connection),
			accounts: () => [...accounts.values()],
			/** The requests of all accounts. */
			asked: () => connections.flatMap(({ connection: { asked } }) => asked),
			forget: () => {
				for (const { connection } of connections) connection.asked.length = 0;
			},
			cut: (isCut: boolean) => {
				for (const { connection } of connections) connection.line.isCut = isCut;
			},
			answer: () => answers.fire(area),
			/** Returns what signs the account in again. */
			signOut: (name: Name) => {
				const account = accounts.get(name);
				ended.delete(name);
				accounts.delete(name);
				changes.fire();
				return () => {
					if (account) accounts.set(name, account);
					changes.fire();
				};
			},
			/** The forge no longer accepts the token. */
			revoke: (name: Name): void => {
				end(name);
				changes.fire();
			},
		};
	}
	return { open, ending, forge: () => forge };
}
