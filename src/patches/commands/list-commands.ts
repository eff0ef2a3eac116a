import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { showInStatusBar, showListChanged, showProgress } from '../../platform/editor/messages.ts';
import { ItemCommands } from '../../platform/items/item-commands.ts';
import { pickSubscribedItem } from '../../platform/items/pick-item.ts';
import { pickerItems } from '../../platform/items/picker-items.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { listKinds } from '../model/list-kind.ts';
import type { PatchesTarget } from '../model/patches-target.ts';
import { type QueryTarget, readQueryTarget } from '../model/query-target.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';
import { listItems } from '../view/list-items.ts';
import { copyMessageId } from './copy-message-id.ts';
import { copyLink, openOnWeb } from './list-links.ts';
import { createList, editList } from './manage.ts';
import { markMineSeen, markSeen } from './mark-seen.ts';
import { listKeyOf, targetOf } from './patches-command-target.ts';
import { subscribeToList, unsubscribeFromList } from './subscribe-to-list.ts';

/** Implements the commands on mailing lists. Without a row, they are for the list that the user works with, or ask for one. */
export class ListCommands extends ItemCommands<ListAccount, ListKey> {
	readonly #lists: MailingLists;
	readonly #current: () => Promise<ListKey | undefined>;
	/** The mailing lists of the workspace's projects. */
	readonly #project: ProjectItems | undefined;

	/** `current` returns the list that a command without arguments applies to. */
	constructor(lists: MailingLists, current: () => Promise<ListKey | undefined>, project?: ProjectItems) {
		super(listItems, lists, project, listKeyOf);
		this.#lists = lists;
		this.#current = current;
		this.#project = project;
	}

	create(): Promise<void> {
		return createList(this.#lists);
	}

	edit(args: CommandArguments): Promise<void> {
		return this.runOnOwned(args, 'Edit Mailing List', listKinds.editList, (key) =>
			editList(this.#lists, key),
		);
	}

	async subscribe(args: CommandArguments): Promise<void> {
		if (saysThatRowsAreGone(args)) return;
		const key = listKeyOf(args);
		const account = key && this.#lists.of(key.account);
		if (!key) await this.ask('Subscribe to Mailing List', subscribeToList);
		else if (account) await subscribeToList(account, listItems.itemOf(key));
	}

	async unsubscribe(args: CommandArguments): Promise<void> {
		if (saysThatRowsAreGone(args)) return;
		const title = 'Unsubscribe from Mailing List';
		const key = listKeyOf(args) ?? (await pickSubscribedItem(listItems, this.#lists.accounts, title));
		if (key) await unsubscribeFromList(this.#lists, key);
	}

	/** Marks the series of the list that the command was called on as seen. */
	async markSeen(args: CommandArguments): Promise<void> {
		if (saysThatRowsAreGone(args)) return;
		const key = listKeyOf(args) ?? (await this.pick('Mark Patchsets and Discussions as Seen'));
		if (key) showInStatusBar(await markSeen([key], this.#lists));
	}

	/** Marks the series of all lists of the view and what the user has sent as seen. */
	async markAllSeen(): Promise<void> {
		const { accounts } = this.#lists;
		if (accounts.length === 0) {
			background(offerSignIn());
			return;
		}
		await markMineSeen(accounts, this.#lists.seen);
		const all = await pickerItems(listItems, { accounts, project: this.#project });
		const keys = all.map(({ key }) => key);
		showInStatusBar(await markSeen(keys, this.#lists));
	}

	/** Reads older patchsets of lists, the newest ones of a list that was not read yet, or older mails that a saved query finds. */
	async loadMore([row, rows]: CommandArguments): Promise<void> {
		const all: readonly unknown[] = Array.isArray(rows) ? rows : [row];
		await Promise.all(all.map((one) => this.#loadMore(readQueryTarget(one))));
	}

	async #loadMore(target: QueryTarget | undefined): Promise<void> {
		const account = target && this.#lists.of(target.list.account);
		if (!target || !account) return;
		const { owner, list: name } = target.list;
		using lifetime = new Lifetime();
		const cache = account.lists.cache({ owner, name }, lifetime);
		const query = target.text === undefined ? undefined : cache.query(target.text);
		await (query ?? cache).open();
		const load = () => query?.loadMore() ?? (cache.isComplete ? cache.loadOlder() : cache.refresh());
		await showProgress({ location: { viewId: 'tildeforge.patches' }, title: 'Loading more' }, load);
	}

	/** Opens the setting that has the saved queries. */
	async editQueries(): Promise<void> {
		await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tildeforge.patchQueries');
	}

	async openOnWeb(args: CommandArguments): Promise<void> {
		const target = await this.#choose(args, 'Open Mailing List in Browser');
		if (target) await openOnWeb(this.#lists, target);
	}

	async copyLink(args: CommandArguments): Promise<void> {
		const target = await this.#choose(args, 'Copy Link to Mailing List');
		if (target) await copyLink(this.#lists, target);
	}

	/** Copies the Message-ID of the series or mail of a row. */
	async copyMessageId(args: CommandArguments): Promise<void> {
		if (saysThatRowsAreGone(args)) return;
		const target = targetOf(args);
		if (target && target.kind !== 'list') await copyMessageId(this.#lists, target);
		else showInStatusBar('Select a patchset first.');
	}

	async #choose(args: CommandArguments, title: string): Promise<PatchesTarget | undefined> {
		if (saysThatRowsAreGone(args)) return undefined;
		const target = targetOf(args);
		if (target) return target;
		const current = await this.#current();
		const isKnown = current && this.#lists.of(current.account);
		const key = isKnown ? current : await this.pick(title);
		return key && { kind: 'list', key };
	}
}

/** Whether the row was redrawn after the user opened its menu, in which case the user is told. */
function saysThatRowsAreGone(args: CommandArguments): boolean {
	const areGone = areRowsGone(args);
	if (areGone) showListChanged();
	return areGone;
}
