import type { Account } from '../../signin/connections/connection.ts';
import { askForItem } from '../editor/boxes/ask-for-item.ts';
import { pickAccount } from '../editor/boxes/pick-account.ts';
import { showInformation, showListChanged } from '../editor/messages.ts';
import type { ItemName } from '../model/item-name.ts';
import { type Ownership, ownershipOf } from '../model/ownership.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { areRowsGone, type CommandArguments } from '../view/command-arguments.ts';
import type { ShowRow } from '../view/tree/show-row.ts';
import { type ItemKey, type ItemKind, itemRowId } from './item-kind.ts';
import { pickItem } from './pick-item.ts';

/** A command on own or on pinned items. */
interface OwnedCommand<Key> {
	readonly title: string;
	readonly ownership: Ownership;
	readonly act: (key: Key) => Promise<void>;
}

interface ItemCommandsOptions<Opened, Key> {
	readonly source: { readonly accounts: readonly Opened[]; of(account: string): Opened | undefined };
	/** The items of the workspace's projects. */
	readonly project: ProjectItems | undefined;
	/** The item that a command was called on. */
	readonly targetOf: (args: CommandArguments) => Key | undefined;
}

/** Implements the commands that every kind of items has. */
export class ItemCommands<Opened extends Account, Key extends ItemKey> {
	readonly #kind: ItemKind<Opened, Key>;
	readonly #options: ItemCommandsOptions<Opened, Key>;

	constructor(kind: ItemKind<Opened, Key>, options: ItemCommandsOptions<Opened, Key>) {
		this.#kind = kind;
		this.#options = options;
	}

	/** Pins an item that the user names. Then shows its row. */
	pin(showRow: ShowRow): Promise<void> {
		const { read, itemsOf, titleNoun } = this.#kind;
		return this.ask(`Pin ${titleNoun}`, async (account, item, signal) => {
			// Checks that it exists.
			const found = (await read(account, item, { signal })) ?? item;
			await itemsOf(account).pin(found);
			await showRow(itemRowId(account.session.id, found), signal);
		});
	}

	unpin(args: CommandArguments): Promise<void> {
		const { itemsOf, itemOf, titleNoun } = this.#kind;
		return this.runOnOwned(args, {
			title: `Unpin ${titleNoun}`,
			ownership: 'pinned',
			act: async (key) => {
				const account = this.#options.source.of(key.account);
				if (account) await itemsOf(account).pins.unpin(itemOf(key));
			},
		});
	}

	/** Asks for one of the known items; undefined if the user cancels, or is told that there is none. */
	protected pick(title: string, ownership?: Ownership): Promise<Key | undefined> {
		const { source, project } = this.#options;
		return pickItem(this.#kind, { accounts: source.accounts, project }, title, ownership);
	}

	/** Asks for a user and lets the user choose one of their items, or takes one that is named in full. */
	protected async ask(
		title: string,
		act: (account: Opened, item: ItemName, signal: AbortSignal) => Promise<void>,
	): Promise<void> {
		const { area, nouns, icon, readName, list, itemsOf } = this.#kind;
		const account = await pickAccount(this.#options.source.accounts, title);
		if (!account) return;
		const { instance } = account;
		const items = itemsOf(account);
		await askForItem({
			title,
			nouns,
			icon,
			instance: instance.name,
			read: (input) => readName(input, instance[area]),
			list: async (owner, signal) =>
				(await list(account, owner, signal)).map(({ name, description, note }) => {
					const facts = [
						note,
						items.subscription({ owner, name }) && 'subscribed',
						items.relationOf({ owner, name }),
					];
					return { name, description, note: facts.filter(Boolean).join(' · ') };
				}),
			act: (item, signal) => act(account, item, signal),
		});
	}

	/**
	 * Runs a command on the item that it was called on, or else on one that the user chooses. Refuses one of another user if the command is
	 * for own items, and the reverse: menus offer the command only for the right ones, but a keybinding or another extension can pass any.
	 */
	protected async runOnOwned(
		args: CommandArguments,
		{ title, ownership, act }: OwnedCommand<Key>,
	): Promise<void> {
		if (areRowsGone(args)) {
			showListChanged();
			return;
		}
		const { source, targetOf } = this.#options;
		const { nouns } = this.#kind;
		const key = targetOf(args) ?? (await this.pick(title, ownership));
		const me = key && source.of(key.account)?.session.account;
		if (!key || me === undefined) return;
		const only = ownership === 'own' ? `your own ${nouns}` : `${nouns} that you have pinned`;
		if (ownershipOf(key.owner, me) === ownership) await act(key);
		else await showInformation(`${title} is only available for ${only}.`);
	}
}
