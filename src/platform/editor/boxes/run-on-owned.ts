import { type Ownership, ownershipOf } from '../../model/ownership.ts';

interface OwnedKey {
	/** The id of the account's session. */
	readonly account: string;
	/** With the tilde. */
	readonly owner: string;
}

/** A command on own or on pinned items. */
interface OwnedCommand<Key> {
	readonly title: string;
	/** The plural noun for the items. */
	readonly itemsName: string;
	readonly ownership: Ownership;
	readonly act: (key: Key) => Promise<void>;
}

interface OwnedCommandHost<Key> {
	/** The name of an account, with the tilde; undefined if it is signed out. */
	readonly nameOf: (account: string) => string | undefined;
	readonly pick: (title: string, ownership: Ownership) => Promise<Key | undefined>;
	readonly inform: (message: string) => PromiseLike<unknown>;
}

/**
 * Runs a command on the item that it was called on, or else on one that the user chooses. Refuses one of another user if the command is
 * for own items, and the reverse: menus offer the command only for the right ones, but a keybinding or another extension can pass any.
 */
export async function runOnOwned<Key extends OwnedKey>(
	given: Key | undefined,
	{ title, itemsName, ownership, act }: OwnedCommand<Key>,
	{ nameOf, pick, inform }: OwnedCommandHost<Key>,
): Promise<void> {
	const key = given ?? (await pick(title, ownership));
	const me = key && nameOf(key.account);
	if (!key || me === undefined) return;
	const only = ownership === 'own' ? `your own ${itemsName}` : `${itemsName} that you have pinned`;
	if (ownershipOf(key.owner, me) === ownership) await act(key);
	else await inform(`${title} is only available for ${only}.`);
}
