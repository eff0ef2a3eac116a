import * as v from 'valibot';
import { Emitter } from '../../../../src/base/emitter.ts';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { Page } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { ItemKey, ItemKind } from '../../../../src/platform/items/item-kind.ts';
import { AccountItems, type SubscribedItem } from '../../../../src/platform/state/account-items.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { Losses } from '../../../../src/signin/connections/losses.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { session } from '../../../kit/window/sessions.ts';

const Lamp = v.object({ name: v.string(), color: v.string() });
type Lamp = v.InferOutput<typeof Lamp>;

export interface LampKey extends ItemKey {
	readonly lamp: string;
}

/** What is known of a lamp. Its requests fail with `failure`. */
export class LampCache {
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;
	readonly requests: string[] = [];
	asOf: number | undefined;
	lastError: ForgeError | undefined;
	failure: ForgeError | undefined;
	isOpen = false;
	isDisposed = false;

	async open(): Promise<void> {
		this.isOpen = true;
	}

	async openRow(): Promise<void> {}

	async refresh({ newestOnly = false } = {}): Promise<void> {
		this.requests.push(newestOnly ? 'newest' : 'all');
		this.lastError = this.failure;
		this.#changes.fire();
	}

	dispose(): void {
		this.isDisposed = true;
	}
}

export interface LampAccount extends Account {
	readonly lamps: AccountItems<Lamp, LampCache>;
	/** Why the forge does not answer, what it says, and what it was asked for. */
	readonly forge: {
		failure?: ForgeError | undefined;
		lamps: readonly Lamp[];
		subscribed: readonly SubscribedItem[];
		readonly reads: string[];
	};
	/** The caches that were opened, by the full names of their lamps. */
	readonly caches: ReadonlyMap<string, LampCache>;
}

const signedIn = (id: string): Account => ({
	session: { ...session, id, account: `~${id}` },
	instance: { name: 'forge.test', repositories: 'https://git.forge.test' },
	connection: {
		lists: undefined,
		repositories: undefined,
		trackers: undefined,
		hub: () => undefined,
		webhooks: () => undefined,
		onDidAnswer: () => ({ dispose: () => {} }),
		losses: new Losses(),
	},
});

/** An account whose forge has lamps. */
export async function lampAccount(
	id: string,
	names: readonly string[] = [],
	markedChanges = new Emitter<void>(),
): Promise<LampAccount & { readonly marked: string[] }> {
	const account = signedIn(id);
	const caches = new Map<string, LampCache>();
	const forge: LampAccount['forge'] = {
		lamps: names.map((name) => ({ name, color: 'red' })),
		subscribed: [],
		reads: [],
	};
	const answer = async () => {
		if (forge.failure) throw forge.failure;
	};
	const marked: string[] = [];
	const lamps = new AccountItems({
		kind: { name: 'lamps', shape: Lamp, pins: 'lamp-pins', folders: [] },
		session: account.session,
		async *list(): AsyncGenerator<Page<Lamp>> {
			await answer();
			yield { rows: forge.lamps, total: undefined, isLast: true };
		},
		listSubscribed: async () => {
			await answer();
			return forge.subscribed;
		},
		marked: { all: marked, onDidChange: markedChanges.event },
		createCache: ({ owner, name }) => {
			const cache = new LampCache();
			caches.set(`${owner}/${name}`, cache);
			return cache;
		},
		cache: memoryStorage(),
		permanent: memoryStorage(),
		log: readable().log,
	});
	await lamps.open();
	return { ...account, lamps, forge, caches, marked };
}

/** A kind of items. ~nobody has none, and an account sees those of other users unless its forge fails. */
export const lampItems: ItemKind<LampAccount, LampKey, Lamp, LampCache> = {
	area: 'repositories',
	scopes: ['data:read'],
	noun: 'lamp',
	nouns: 'lamps',
	titleNoun: 'Lamp',
	names: { accepted: /^[a-z]+$/, cannot: 'glow' },
	icon: 'lightbulb',
	commands: { pin: 'pinLamp', create: 'createLamp' },
	canSubscribe: true,
	itemsOf: ({ lamps }) => lamps,
	keyOf: (account, { owner, name }) => ({ account, owner, lamp: name }),
	itemOf: ({ owner, lamp }) => ({ owner, name: lamp }),
	read: async (_, { owner, name }) => {
		if (name === 'gone') throw new ForgeError('missing', 'Not found.');
		return { owner: { canonical_name: owner }, name: name.toLowerCase() };
	},
	list: async ({ forge }) => forge.lamps.map(({ name, color }) => ({ name, description: '', note: color })),
};

/** The name of a lamp, from its full name. */
export function lamp(text: string) {
	const [owner = '', name = ''] = text.split('/');
	return { owner, name };
}
