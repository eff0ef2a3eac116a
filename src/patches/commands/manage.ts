import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import { toOwnName } from '../../forge/contract/own-name.ts';
import type { List } from '../../forge/shapes/lists.ts';
import { pickAccount } from '../../platform/editor/boxes/pick-account.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { askText, showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { type ListKey, listAddress, listRef } from '../../platform/model/keys.ts';
import { fromOneLine, toOneLine } from '../../platform/model/one-line.ts';
import { listNameProblem } from '../model/list-name.ts';
import { describePermissions } from '../model/permissions.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

const askName = (title: string, prompt: string, value: string) =>
	askText({
		title,
		prompt,
		value,
		ignoreFocusOut: true,
		validateInput: (text) => (text === '' ? undefined : listNameProblem(text.trim())),
	});

/** An input box has one line, so `\n` stands for a line break. */
const askDescription = (title: string, value: string) =>
	askText({
		title,
		value,
		ignoreFocusOut: true,
		prompt: value.includes('\\n')
			? 'Description (Markdown). Write \\n for a line break.'
			: 'Description (Markdown, optional)',
	});

/** Asks for a name and a description. If the forge refuses them or cannot be reached, asks again with what the user has typed. */
export async function createList(lists: MailingLists): Promise<void> {
	const title = 'New Mailing List';
	const account = await pickAccount(lists.accounts, title);
	if (!account) return;
	const me = account.session.account;
	let [name, line] = ['', ''];
	let prompt = `Name of the new mailing list of ${me}`;
	while (true) {
		const input = await askName(title, prompt, name);
		if (!input?.trim()) return;
		name = input.trim();
		const described = await askDescription(title, line);
		if (described === undefined) return;
		line = described;
		try {
			const body = { name, ...(line !== '' && { description: fromOneLine(line) }) };
			account.lists.put(await account.client.createList({}, body));
			// The forge subscribes the owner.
			background(account.lists.subscribed?.refresh());
			showInStatusBar(`${me}/${name} was created`);
			return;
		} catch (error) {
			if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
			prompt = error.message;
		}
	}
}

/** Edits the description of one of the account's own lists, and shows its permissions, which the forge's API cannot change. */
export async function editList(lists: MailingLists, key: ListKey): Promise<void> {
	const account = lists.of(key.account);
	if (!account) return;
	const { owner, list } = key;
	const name = toOwnName({ owner, name: list }, account.session.account);
	const title = `Edit ${listRef(key)}`;
	const current = await account.client.list({ owner, list });
	const picked = await vscode.window.showQuickPick(choicesOf(current), { title });
	if (picked?.isDescription === false) {
		const base = account.instance.lists;
		if (base !== undefined) await openInBrowser(listAddress(base, key));
	} else if (picked) {
		const value = toOneLine(current.description);
		const typed = await askDescription(title, value);
		if (typed === undefined || typed === value) return;
		const description = fromOneLine(typed);
		account.lists.put(await account.client.updateList({ list: name }, { description }));
	}
}

const choicesOf = ({ description, permissions }: List) => [
	{
		label: '$(note) Edit Description…',
		detail: escapeIcons(visible(description.trim().split('\n')[0] ?? '')),
		isDescription: true,
	},
	{
		label: '$(lock) Change Permissions in Browser…',
		description: "not possible through the forge's API",
		detail: permissions ? escapeIcons(visible(describePermissions(permissions))) : '',
		isDescription: false,
	},
];
