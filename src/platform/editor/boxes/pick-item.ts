import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import type { Ownership } from '../../model/ownership.ts';
import { escapeIcons } from '../escape.ts';
import { showInformation, showProgress } from '../messages.ts';
import { offerSignIn } from './require-account.ts';

/** The account's own items, as the forge has listed them. */
interface OwnItems {
	readonly value: unknown;
	readonly lastError: Error | undefined;
	refresh(): Promise<void>;
}

/** What a command can be about, such as a repository. */
interface PickedKind<One extends Account, Key> {
	readonly itemName: string;
	readonly itemsName: string;
	readonly icon: string;
	/** What the user is told if there is none. */
	readonly none: Readonly<Record<Ownership | 'any', string>>;
	readonly ownOf: (account: One) => OwnItems;
	/** The full name of an item. */
	readonly nameOf: (key: Key) => string;
}

interface PickOptions<One, Key> {
	readonly accounts: readonly One[];
	readonly title: string;
	readonly ownership?: Ownership | undefined;
	/** Lists the items to choose from, after those of all accounts are known. */
	readonly offer: () => Promise<readonly { readonly key: Key; readonly description: string }[]>;
}

/** Asks for the item of a command; undefined if the user cancels, or is told that there is none. */
export async function pickItem<One extends Account, Key>(
	{ itemName, itemsName, icon, none, ownOf, nameOf }: PickedKind<One, Key>,
	{ accounts, title, ownership, offer }: PickOptions<One, Key>,
): Promise<Key | undefined> {
	if (accounts.length === 0) return background(offerSignIn());
	const isUnread = (account: One) => ownOf(account).value === undefined;
	const unread = accounts.filter(isUnread);
	if (unread.length > 0) {
		const progress = { location: vscode.ProgressLocation.Window, title: `Loading ${itemsName}` };
		await showProgress(progress, () => Promise.all(unread.map((account) => ownOf(account).refresh())));
	}
	const stillUnread = accounts.find(isUnread);
	const failure = stillUnread && ownOf(stillUnread).lastError;
	const all = (await offer()).map(({ key, description }) => ({
		label: `$(${icon}) ${escapeIcons(nameOf(key))}`,
		description: escapeIcons(description),
		key,
	}));
	if (all.length === 0) {
		if (failure) throw failure;
		await showInformation(none[ownership ?? 'any']);
		return undefined;
	}
	// If some could not be loaded, the only known item need not be the one that the user wants.
	if (all.length === 1 && !failure) return all[0]?.key;
	const placeHolder = `Select a ${itemName}${failure ? ' (some could not be loaded)' : ''}`;
	return (await vscode.window.showQuickPick(all, { title, placeHolder }))?.key;
}
