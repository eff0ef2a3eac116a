import { rm } from 'node:fs/promises';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { connect } from '../../../../src/forge/connect.ts';
import { plainTransport } from '../../../../src/forge/plain-transport.ts';
import { Queues } from '../../../../src/forge/queue.ts';
import { listRows } from '../../../../src/forge/rows/lists.ts';
import { wire } from '../../../../src/forge/wire.ts';
import type { ListCache } from '../../../../src/patches/state/list-cache.ts';
import { MailingLists } from '../../../../src/patches/state/mailing-lists.ts';
import { AccountCaches } from '../../../../src/platform/state/account-caches.ts';
import type { Quirk } from '../../../../src/sandbox/drift.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Account, Area } from '../../../../src/signin/connection.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { readable } from '../../tickets/state/forge.ts';

type Name = 'ana' | 'bob' | 'carol';

/** The typed functions for lists, with the requests that they send, such as `/lists/editor-devel/posts`. */
function connectLists(address: string, token: string) {
	const network = plainTransport();
	const asked: string[] = [];
	const line: { isCut: boolean; refuses?: RegExp } = { isCut: false };
	const client = connect(
		listRows,
		wire({
			base: address,
			token: () => token,
			fetch: async (url, request) => {
				if (line.isCut) throw Object.assign(new Error('the cable is out'), { code: 'ECONNREFUSED' });
				const { pathname, search } = new URL(url);
				const path = pathname.replace(/^\/api(?:\/user\/~\w+)?/, '') + decodeURIComponent(search);
				asked.push(path);
				const isRefused = line.refuses?.test(path) === true;
				return network.fetch(isRefused ? url.replace(/search=[^&]*/, 'search=is:unheard') : url, request);
			},
			queues: new Queues(),
			agent: 'Tildeforge/test',
			retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		}),
	);
	return { client, asked, line, dispose: () => network.dispose() };
}

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window on it. */
export function demoLists(quirks: readonly Quirk[] = []) {
	let forge: Forge;
	const ending: (() => unknown)[] = [];
	before(async () => {
		forge = await startForge({ port: 0, drift: quirks });
	});
	after(() => forge.stop());
	afterEach(async () => {
		for (const end of ending.splice(0).reverse()) await end();
	});

	/** Signs in accounts in a window whose files are in `folder`. */
	async function open({
		names = ['ana'],
		folder = temporaryFolder('lists'),
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
			const connection = connectLists(forge.addresses.lists, token);
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
						...{ lists: client, repositories: undefined, trackers: undefined },
						onDidAnswer: answers.event,
					},
				},
			]),
		);
		const lists = await MailingLists.open({
			forges: {
				get accounts() {
					return [...accounts.values()];
				},
				caches,
				isTemporary: () => false,
				onDidChange: changes.event,
			},
			...{ folder, log },
		});
		ending.push(() => lists.dispose());
		return {
			...{ lists, folder, lines },
			accounts: () => [...accounts.values()],
			/** The cache of a list, as an account sees it. */
			cache: async (name: Name, list: string, owner = '~ana'): Promise<ListCache> => {
				const lifetime = new Lifetime();
				ending.push(() => lifetime.dispose());
				const cache = lists.of(name)?.lists.cache({ owner, name: list }, lifetime);
				if (!cache) throw new Error(`${name} is not signed in.`);
				await cache.open();
				return cache;
			},
			/** The requests of all accounts. */
			asked: () => connections.flatMap(({ asked }) => asked),
			forget: () => {
				for (const { asked } of connections) asked.length = 0;
			},
			cut: (isCut: boolean) => {
				for (const { line } of connections) line.isCut = isCut;
			},
			/** The forge refuses searches that match. */
			refuse: (pattern: RegExp) => {
				for (const { line } of connections) line.refuses = pattern;
			},
			answer: () => answers.fire('lists'),
			signOut: (name: Name) => {
				accounts.delete(name);
				changes.fire();
			},
		};
	}
	return { open, forge: () => forge };
}
