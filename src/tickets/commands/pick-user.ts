import * as vscode from 'vscode';
import { pickOrType } from '../../platform/editor/boxes/pick.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { askText } from '../../platform/editor/messages.ts';

interface UserItem extends vscode.QuickPickItem {
	/** With the tilde. */
	readonly user: string;
}

const itemOf = (user: string, me: string): UserItem => ({
	label: `$(account) ${escapeIcons(user)}`,
	...(user === me && { description: 'you' }),
	user,
});

/** Asks for one of these users. `me` is the name of the signed-in user. */
export async function pickUser(
	title: string,
	users: readonly string[],
	me: string,
): Promise<string | undefined> {
	const items = users.map((user) => itemOf(user, me));
	return (await vscode.window.showQuickPick(items, { title, placeHolder: 'Select a user' }))?.user;
}

/** Asks for one of these users, or for the name of any other. Returns the name with the tilde. */
export async function pickUserOrName(
	title: string,
	users: readonly string[],
	me: string,
): Promise<string | undefined> {
	const items = users.map((user) => itemOf(user, me));
	const chosen = await pickOrType(items, '$(edit) Enter Name…', { title, placeHolder: 'Select a user' });
	if (typeof chosen !== 'string') return chosen?.user;
	const name = await askText({
		title,
		prompt: 'Name of a user who has used the trackers of this forge',
		placeHolder: '~name',
		value: chosen,
		validateInput: (text) => (isUserName(text) ? undefined : 'Enter the name of a user, such as ~name.'),
	});
	return name === undefined ? undefined : `~${name.trim().replace(/^~/, '')}`;
}

const isUserName = (text: string): boolean => /^~?[\w.-]+$/.test(text.trim());
