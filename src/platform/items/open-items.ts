import type { Account } from '../../signin/connections/connection.ts';
import type { ItemQuestion } from '../editor/boxes/ask-for-item.ts';
import type { ItemName } from '../model/item-name.ts';
import type { OpenName } from '../model/open-name.ts';
import type { ItemKey, ItemKind, ItemSource } from './item-kind.ts';
import { questionOf } from './named-items.ts';
import { pickerItems } from './picker-items.ts';

/** Shows what was found. */
export type Show = () => unknown;

/** Something that *Open…* offers. */
export interface OpenChoice {
	/** A codicon. */
	readonly icon: string;
	readonly name: string;
	/** The name of its forge. */
	readonly forge: string;
	/** What is known of it. */
	readonly about: string;
	/** Whether it is known that it exists. */
	readonly isKnown: boolean;
	/** Whether it is known that it does not exist. */
	readonly isGone?: boolean;
	/** Finds it on the forge, unless it is known. Fails with a `ForgeError` if it cannot be shown. */
	readonly find: (signal: AbortSignal) => Promise<Show>;
}

/** What a feature can open. */
export interface OpenSource {
	readonly accounts: readonly Account[];
	/** What a text can name, the likeliest first. Asks no forge for it. `preferred` is the account to open it with, if that may see it. */
	readonly choices: (name: OpenName, preferred: string | undefined) => Promise<readonly OpenChoice[]>;
	/** Ask for items on each forge. */
	readonly items: readonly ItemQuestion<Show>[];
}

/** Whether nothing has this number, if these were all when the newest one came: what is deleted leaves its number unused. */
export const isUnused = (number: number, all: ReadonlyMap<number, unknown>): boolean =>
	!all.has(number) && [...all.keys()].some((one) => one > number);

/** The items of a kind on all forges. */
export class OpenItems<Opened extends Account, Key extends ItemKey> {
	readonly #kind: ItemKind<Opened, Key>;
	readonly #source: ItemSource<Opened>;

	constructor(kind: ItemKind<Opened, Key>, source: ItemSource<Opened>) {
		this.#kind = kind;
		this.#source = source;
	}

	/** An account of each forge that may have the item: the preferred one, the owner's, one that knows it, or else the first. */
	readers({ instance }: OpenName, item: ItemName, preferred?: string): readonly Opened[] {
		return this.#onForges(instance).flatMap(
			(all) =>
				all.find(({ session }) => session.id === preferred) ??
				all.find(({ session }) => session.account === item.owner) ??
				all.find((one) => this.#kind.itemsOf(one).knows(item) === true) ??
				all.slice(0, 1),
		);
	}

	/**
	 * The items that the views show, those of the workspace's projects first, and what is said of each one. Fails if there is none because of a
	 * failure.
	 */
	async known(): Promise<readonly { readonly account: Opened; readonly key: Key; readonly about: string }[]> {
		const lists = this.#source.accounts.flatMap((account) => this.#kind.itemsOf(account).lists);
		// Of an account whose lists are known, no forge is asked.
		await Promise.all(lists.map((list) => list.readIfUnknown()));
		const all = await pickerItems(this.#kind, this.#source);
		const failure = lists.find(({ lastError }) => lastError)?.lastError;
		if (all.length === 0 && failure) throw failure;
		return all.flatMap(({ key, isInProject }) => {
			const account = this.#source.accounts.find(({ session }) => session.id === key.account);
			if (!account) return [];
			const facts = [this.forge(account), isInProject && 'this project'];
			return [{ account, key, about: facts.filter(Boolean).join(' · ') }];
		});
	}

	questions(
		act: (account: Opened, item: ItemName, signal: AbortSignal) => Promise<Show>,
	): readonly ItemQuestion<Show>[] {
		return this.#onForges(undefined).flatMap(([account]) => {
			if (!account) return [];
			const about = [this.#kind.noun, this.forge(account)].filter(Boolean).join(' · ');
			return [{ ...questionOf(this.#kind, account, (...args) => act(account, ...args)), about }];
		});
	}

	/** The name of the forge of an account, if the user has several. */
	forge({ instance }: Opened): string {
		return this.#onForges(undefined).length > 1 ? instance.name : '';
	}

	/** The accounts, by their forges. */
	#onForges(named: string | undefined): readonly (readonly Opened[])[] {
		const there = this.#source.accounts.filter(({ instance }) => instance.name === (named ?? instance.name));
		return [...Map.groupBy(there, ({ instance }) => instance.name).values()];
	}
}
