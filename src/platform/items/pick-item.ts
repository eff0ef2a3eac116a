import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { accountLabel } from '../../signin/sessions/session.ts';
import { offerSignIn } from '../editor/boxes/require-account.ts';
import { escapeIcons } from '../editor/escape.ts';
import { showInformation, showProgress } from '../editor/messages.ts';
import type { Ownership } from '../model/ownership.ts';
import type { AccountList } from '../state/account-items.ts';
import type { ItemKey, ItemKind, ItemSource } from './item-kind.ts';
import { type PickerItem, pickerItems } from './picker-items.ts';

interface PickOptions<Opened, Key> {
	readonly title: string;
	/** What the user is told if there is nothing to choose from. */
	readonly none: string;
	/** The list of an account that must be read before `offer` is called. */
	readonly listOf: (account: Opened) => AccountList;
	/** The items to choose from. */
	readonly offer: () => Promise<readonly PickerItem<Key>[]>;
}

/** Asks which item a command is for. Undefined if the user cancels or there is nothing to choose from. */
export function pickItem<Opened extends Account, Key extends ItemKey>(
	kind: ItemKind<Opened, Key>,
	source: ItemSource<Opened>,
	title: string,
	ownership?: Ownership,
): Promise<Key | undefined> {
	const { nouns, canSubscribe } = kind;
	const none = {
		any: `You have no ${nouns} yet. Create${canSubscribe ? ', pin or subscribe to' : ' or pin'} one first.`,
		own: `You have no ${nouns} of your own.`,
		pinned: `You have no pinned ${nouns}.`,
	}[ownership ?? 'any'];
	return pick(kind, source.accounts, {
		title,
		none,
		listOf: (account) => kind.itemsOf(account).own,
		offer: () => pickerItems(kind, source, ownership),
	});
}

/** Asks for one of the items that the accounts subscribe to. */
export const pickSubscribedItem = <Opened extends Account, Key extends ItemKey>(
	kind: ItemKind<Opened, Key>,
	accounts: readonly Opened[],
	title: string,
): Promise<Key | undefined> =>
	pick(kind, accounts, {
		title,
		none: `You aren't subscribed to any ${kind.nouns}.`,
		listOf: (account) => kind.itemsOf(account).subscribed ?? kind.itemsOf(account).own,
		offer: async () =>
			accounts.flatMap((account) =>
				(kind.itemsOf(account).subscribed?.value ?? []).map((item) => ({
					key: kind.keyOf(account.session.id, item),
					isInProject: false,
				})),
			),
	});

async function pick<Opened extends Account, Key extends ItemKey>(
	{ noun, nouns, icon, itemOf }: ItemKind<Opened, Key>,
	accounts: readonly Opened[],
	{ title, none, listOf, offer }: PickOptions<Opened, Key>,
): Promise<Key | undefined> {
	// The user runs the command again after signing in.
	if (accounts.length === 0) {
		background(offerSignIn());
		return undefined;
	}
	const lists = accounts.map(listOf);
	const unread = lists.filter(({ value }) => value === undefined);
	if (unread.length > 0) {
		const progress = { location: vscode.ProgressLocation.Window, title: `Loading ${nouns}` };
		await showProgress(progress, () => Promise.all(unread.map((list) => list.readIfUnknown())));
	}
	const failure = lists.find(({ value, lastError }) => value === undefined && lastError)?.lastError;
	const choices = (await offer()).map(({ key, isInProject }) => {
		const { owner, name } = itemOf(key);
		const account = accounts.find(({ session }) => session.id === key.account);
		const where = account && (accounts.length > 1 ? accountLabel(account.session) : account.instance.name);
		return {
			label: `$(${icon}) ${escapeIcons(`${owner}/${name}`)}`,
			description: escapeIcons([where, isInProject && 'this project'].filter(Boolean).join(' · ')),
			key,
		};
	});
	if (choices.length === 0) {
		if (failure) throw failure;
		await showInformation(none);
		return undefined;
	}
	// If some lists could not be loaded, the user may want an item that is not known.
	if (choices.length === 1 && !failure) return choices[0]?.key;
	const placeHolder = `Select a ${noun}${failure ? ' (some could not be loaded)' : ''}`;
	return (await vscode.window.showQuickPick(choices, { title, placeHolder }))?.key;
}
