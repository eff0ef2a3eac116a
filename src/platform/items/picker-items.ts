import type { Account } from '../../signin/connections/connection.ts';
import { type Ownership, ownershipOf } from '../model/ownership.ts';
import { placeItems } from './item-account.ts';
import { type ItemKey, type ItemKind, type ItemSource, itemRowId } from './item-kind.ts';

/** An item that a picker offers. */
export interface PickerItem<Key> {
	readonly key: Key;
	/** Whether it belongs to a folder of the workspace. */
	readonly isInProject: boolean;
}

/** The items that are known of an account, its own first; with `ownership`, only its own or only the pinned ones. */
export function knownItems<Opened extends Account, Key extends ItemKey>(
	{ itemsOf, keyOf }: ItemKind<Opened, Key>,
	account: Opened,
	ownership?: Ownership,
): readonly Key[] {
	const { id, account: me } = account.session;
	const { names, pins } = itemsOf(account);
	return (ownership === 'pinned' ? pins.all : names)
		.filter(({ owner }) => ownership === undefined || ownershipOf(owner, me) === ownership)
		.map((item) => keyOf(id, item));
}

/** The items of the workspace's projects, each as seen by one of the accounts. */
export async function itemsInProject<Opened extends Account, Key extends ItemKey>(
	kind: ItemKind<Opened, Key>,
	{ accounts, project }: ItemSource<Opened>,
): Promise<readonly Key[]> {
	const placed = await placeItems(project, accounts, kind);
	return placed.map(({ account, ...item }) => kind.keyOf(account.session.id, item));
}

/** The items that are known of all accounts, each once, those of the workspace's projects first. */
export async function pickerItems<Opened extends Account, Key extends ItemKey>(
	kind: ItemKind<Opened, Key>,
	source: ItemSource<Opened>,
	ownership?: Ownership,
): Promise<readonly PickerItem<Key>[]> {
	const idOf = (key: Key) => itemRowId(key.account, kind.itemOf(key));
	const known = source.accounts.flatMap((account) => knownItems(kind, account, ownership));
	const knownIds = new Set(known.map(idOf));
	const inProject = (await itemsInProject(kind, source)).filter(
		(key) => ownership === undefined || knownIds.has(idOf(key)),
	);
	const idsInProject = new Set(inProject.map(idOf));
	const unique = new Map([...inProject, ...known].map((key) => [idOf(key), key]));
	return [...unique].map(([id, key]) => ({ key, isInProject: idsInProject.has(id) }));
}
