import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { toOwnName } from '../../forge/contract/own-name.ts';
import type { List } from '../../forge/shapes/lists.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { createItem } from '../../platform/items/create-item.ts';
import { editDescription } from '../../platform/items/edit-description.ts';
import { type ListKey, listAddress, listRef } from '../../platform/model/keys.ts';
import { fromOneLine } from '../../platform/model/one-line.ts';
import { describePermissions } from '../model/permissions.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { listItems } from '../view/list-items.ts';

/** An input box has one line, so `\n` stands for a line break. */
const descriptionPrompt = (typed: string) =>
	typed.includes('\\n')
		? 'Description (Markdown). Write \\n for a line break.'
		: 'Description (Markdown, optional)';

export function createList(lists: MailingLists): Promise<void> {
	return createItem(listItems, lists.accounts, {
		descriptionPrompt,
		create: async ({ client, lists: items, session }, { name, description }) => {
			const body = { name, ...(description !== undefined && { description: fromOneLine(description) }) };
			items.put(await client.createList({}, body));
			// The forge subscribes the owner.
			background(items.subscribed?.refresh());
			showInStatusBar(`${session.account}/${name} was created`);
		},
	});
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
		const change = async (description: string) =>
			account.lists.put(await account.client.updateList({ list: name }, { description }));
		await editDescription({ title, current: current.description, prompt: 'Description (Markdown)', change });
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
