import type { Account } from '../../signin/connections/connection.ts';
import { askForItem } from '../editor/boxes/ask-for-item.ts';
import { pickAccount } from '../editor/boxes/pick-account.ts';
import { showInformation, showListChanged } from '../editor/messages.ts';
import type { ItemName } from '../model/item-name.ts';
import { type Ownership, ownershipOf } from '../model/ownership.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { areRowsGone, type CommandArguments } from '../view/command-arguments.ts';
import type { ShowRow } from '../view/tree/show-row.ts';
import type { ItemKey, ItemKind } from './item-kind.ts';
import { pinItem, questionOf } from './named-items.ts';
import { pickItem } from './pick-item.ts';

/** The accounts that have the area of the items. */
interface AccountSource<Opened> {
	readonly accounts: readonly Opened[];
	/** The account whose session has this id. */
	of(account: string): Opened | undefined;
}

/** Implements the commands that every kind of items has. */
export class ItemCommands<Opened extends Account, Key extends ItemKey> {
	readonly #kind: ItemKind<Opened, Key>;
	readonly #source: AccountSource<Opened>;
	readonly #project: ProjectItems | undefined;
	readonly #targetOf: (args: CommandArguments) => Key | undefined;

	/** `project`: the items of the workspace's projects. `targetOf` returns the item that a command was called on. */
	constructor(
		kind: ItemKind<Opened, Key>,
		source: AccountSource<Opened>,
		project: ProjectItems | undefined,
		targetOf: (args: CommandArguments) => Key | undefined,
	) {
		this.#kind = kind;
		this.#source = source;
		this.#project = project;
		this.#targetOf = targetOf;
	}

	/** Pins an item that the user names. Then shows its row. */
	pin(showRow: ShowRow): Promise<void> {
		return this.ask(`Pin ${this.#kind.titleNoun}`, (...args) => pinItem(this.#kind, showRow, ...args));
	}

	unpin(args: CommandArguments): Promise<void> {
		const { itemsOf, itemOf, titleNoun } = this.#kind;
		return this.runOnOwned(args, `Unpin ${titleNoun}`, 'pinned', async (key) => {
			const account = this.#source.of(key.account);
			if (account) await itemsOf(account).pins.unpin(itemOf(key));
		});
	}

	/** Asks for one of the known items; undefined if the user cancels, or is told that there is none. */
	protected pick(title: string, ownership?: Ownership): Promise<Key | undefined> {
		const source = { accounts: this.#source.accounts, project: this.#project };
		return pickItem(this.#kind, source, title, ownership);
	}

	/** Asks for a user and lets the user choose one of their items, or takes one that is named in full. */
	protected async ask(
		title: string,
		act: (account: Opened, item: ItemName, signal: AbortSignal) => Promise<unknown>,
	): Promise<void> {
		const account = await pickAccount(this.#source.accounts, title);
		if (!account) return;
		await askForItem(
			title,
			account.instance.name,
			questionOf(this.#kind, account, (...args) => act(account, ...args)),
		);
	}

	/**
	 * Runs a command on the item that it was called on, or else on one that the user chooses. Refuses one of another user if the command is
	 * for own items, and the reverse: menus offer the command only for the right ones, but a keybinding or another extension can pass any.
	 */
	protected async runOnOwned(
		args: CommandArguments,
		title: string,
		ownership: Ownership,
		act: (key: Key) => Promise<void>,
	): Promise<void> {
		if (areRowsGone(args)) {
			showListChanged();
			return;
		}
		const { nouns } = this.#kind;
		const key = this.#targetOf(args) ?? (await this.pick(title, ownership));
		const me = key && this.#source.of(key.account)?.session.account;
		if (!key || me === undefined) return;
		const allowed = ownership === 'own' ? `your own ${nouns}` : `${nouns} that you have pinned`;
		if (ownershipOf(key.owner, me) === ownership) await act(key);
		else await showInformation(`${title} is only available for ${allowed}.`);
	}
}
