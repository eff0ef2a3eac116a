import * as vscode from 'vscode';
import { ForgeError, needsSignIn } from '../../forge/errors.ts';
import { capitalize } from '../model/words.ts';
import { askText } from './messages.ts';

/** A user or one of their items. */
interface Named {
	/** With the tilde. */
	readonly owner: string;
	/** Undefined if only the user is named. */
	readonly name: string | undefined;
}

interface ItemQuestion {
	readonly title: string;
	/** The noun for an item, and for several. */
	readonly itemName: string;
	readonly itemsName: string;
	/** The name of the forge. */
	readonly instance: string;
	/** Reads what the user has typed; undefined if it names neither a user nor an item. */
	readonly read: (input: string) => Named | undefined;
	/** Lists the items of a user. */
	readonly list: (owner: string) => Promise<readonly (vscode.QuickPickItem & { readonly name: string })[]>;
	/** Does what the user wants with the item. A `ForgeError` is shown, and the user is asked again. */
	readonly act: (item: { readonly owner: string; readonly name: string }) => Promise<void>;
}

/** Asks for a user and lets the user choose one of their items, or takes an item that is named in full. */
export async function askForItem({
	title,
	itemName,
	itemsName,
	instance,
	read,
	list,
	act,
}: ItemQuestion): Promise<void> {
	let value = '';
	let prompt = `Enter ~user to choose from their ${itemsName}, or a ${itemName} as ~owner/name or URL (${instance})`;
	while (true) {
		const input = await askText({ ...{ title, prompt, value }, placeHolder: '~user', ignoreFocusOut: true });
		if (!input?.trim()) return;
		value = input;
		const named = read(input);
		if (!named) {
			prompt = `Not recognized. Enter ~user, or a ${itemName} as ~owner/name or URL.`;
			continue;
		}
		try {
			const { owner } = named;
			const name = named.name ?? (await choose(await list(owner), { title, owner, itemsName }));
			if (name !== undefined) await act({ owner, name });
			return;
		} catch (error) {
			if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
			prompt = error.message;
		}
	}
}

/** Fails with a `ForgeError` if there are none. */
async function choose(
	items: readonly (vscode.QuickPickItem & { readonly name: string })[],
	{ title, owner, itemsName }: Pick<ItemQuestion, 'title' | 'itemsName'> & { readonly owner: string },
): Promise<string | undefined> {
	if (items.length === 0) throw new ForgeError('missing', `${owner} has no ${itemsName} that you can see.`);
	const options = { title, placeHolder: `${capitalize(itemsName)} of ${owner}`, matchOnDetail: true };
	return (await vscode.window.showQuickPick(items, options))?.name;
}
