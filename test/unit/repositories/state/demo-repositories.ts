import { rm } from 'node:fs/promises';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Reference } from '../../../../src/forge/shapes/repositories.ts';
import { AccountCaches } from '../../../../src/platform/state/account-caches.ts';
import type { RepositoryClient } from '../../../../src/repositories/state/forge-objects.ts';
import { Repositories } from '../../../../src/repositories/state/repositories.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Account, Area } from '../../../../src/signin/connection.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { readable } from '../../tickets/state/forge.ts';
import { connectRepositories } from './remote.ts';

/** Adds references to those that the forge sends: for each, those that `more` returns. */
export function addReferences(
	client: RepositoryClient,
	more: (reference: Reference) => readonly Reference[],
): void {
	const { references } = client;
	async function* withMore(...args: Parameters<typeof references>) {
		for await (const page of references(...args))
			yield { ...page, rows: page.rows.flatMap((one) => [one, ...more(one)]) };
	}
	Object.assign(client, { references: withMore });
}

type Name = 'ana' | 'bob' | 'carol';

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window on it. */
export function demoRepositories() {
	let forge: Forge;
	const ending: (() => unknown)[] = [];
	before(async () => {
		forge = await startForge({ port: 0 });
	});
	after(() => forge.stop());
	afterEach(async () => {
		for (const end of ending.splice(0).reverse()) await end();
	});

	/** Signs in accounts in a window whose files are in `folder`. */
	async function open({
		names = ['ana'],
		folder = temporaryFolder('repositories'),
	}: {
		readonly names?: readonly Name[];
		readonly folder?: string;
	} = {}) {
		ending.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
		const { log, lines } = readable();
		const changes = new Emitter<void>();
		const answers = new Emitter<Area>();
		const caches = new AccountCaches(`${folder}/cache`, log);
		const connections = names.map((name) => {
			const { token = '' } = forge.users.find((user) => user.name === `~${name}`) ?? {};
			const connection = connectRepositories(forge.addresses.repositories, token);
			ending.push(() => connection.dispose());
			return { name, ...connection };
		});
		const accounts = new Map<string, Account>(
			connections.map(({ name, client }) => [
				name,
				{
					session: {
						...{ id: name, instance: 'forge.test', account: `~${name}`, method: 'token', token: name },
						...{ scopes: null, expires: null, refresh: null, client: null },
					},
					instance: { name: 'forge.test', ...forge.addresses },
					connection: {
						...{ lists: undefined, repositories: client, trackers: undefined },
						onDidAnswer: answers.event,
					},
				},
			]),
		);
		const repositories = await Repositories.open({
			forges: {
				get accounts() {
					return [...accounts.values()];
				},
				caches,
				isTemporary: () => false,
				onDidChange: changes.event,
			},
			...{ folder, log, mostBytes: () => 1e8 },
		});
		ending.push(() => repositories.dispose());
		return {
			...{ repositories, folder, lines },
			accounts: () => [...accounts.values()],
			/** The requests of all accounts. */
			asked: () => connections.flatMap(({ asked }) => asked),
			forget: () => {
				for (const { asked } of connections) asked.length = 0;
			},
			cut: (isCut: boolean) => {
				for (const { line } of connections) line.isCut = isCut;
			},
			answer: () => answers.fire('repositories'),
			signOut: (name: Name) => {
				accounts.delete(name);
				changes.fire();
			},
		};
	}
	return { open, forge: () => forge };
}
