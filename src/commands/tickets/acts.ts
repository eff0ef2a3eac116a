import * as vscode from 'vscode';
import type { Workplace } from '../../host/desk.ts';
import type { TicketKey, TrackerKey } from '../../model/ticket.ts';
import { refOf } from '../../model/ticket.ts';
import { count } from '../../model/words.ts';
import type { Change } from '../../state/change.ts';
import type { TicketChanges } from './changes.ts';
import { askQuery } from './filter.ts';
import { findTicket } from './find.ts';
import { copyLinks, copyRefs, openOnWeb } from './links.ts';
import { labelsOf, pickLabels, pickResolution, pickStatus, pickTracker } from './pick.ts';
import {
	type Chosen,
	chosenOf,
	type Given,
	isTicket,
	isTracker,
	placeOf,
	ticketsOf,
	trackerOf,
} from './targets.ts';
import { createTracker, deleteTracker, editTracker, pinTracker, unpinTracker } from './trackers.ts';

interface OpenOptions {
	readonly text?: string;
	/** The list of the view that it was chosen from. */
	readonly within?: string | undefined;
}

/** What shows tickets: pages, and the view with what is selected in it. */
export interface TicketPlaces {
	/** Opens the page of a ticket, or of a new one in a tracker. */
	readonly open: (key: TicketKey | TrackerKey, options?: OpenOptions) => unknown;
	/** The ticket whose page is in front, or else those that are meant in the view; only these for a key of the view. Undefined for neither. */
	readonly current: (where: 'view' | 'page' | undefined) => Promise<readonly Chosen[] | undefined>;
	/** Whether a letter that was pressed on a page is none of a text there. */
	readonly isFree: () => boolean;
	/** Goes on in the list that the ticket of the page in front is in; for a key of the view, in the view. */
	readonly go: (step: 1 | -1, where: 'view' | 'page' | undefined) => unknown;
}

interface TicketCommands {
	readonly desk: Workplace;
	readonly changes: TicketChanges;
	readonly places: TicketPlaces;
}

/** What each command on tickets and trackers does; the ids without their prefix. */
export class TicketActs {
	readonly #desk: Workplace;
	readonly #changes: TicketChanges;
	readonly #places: TicketPlaces;

	constructor({ desk, changes, places }: TicketCommands) {
		this.#desk = desk;
		this.#changes = changes;
		this.#places = places;
	}

	async open(given: Given): Promise<void> {
		const [about, within] = given;
		if (isTicket(about)) {
			this.#places.open(about, { within: typeof within === 'string' ? within : undefined });
			return;
		}
		const draftOfNew = isTracker(about) ? about : trackerOf(given);
		if (draftOfNew && ticketsOf(given).length === 0) {
			this.#places.open(draftOfNew);
			return;
		}
		for (const { key, within } of await this.#chosen(given)) this.#places.open(key, { within });
	}

	async find(): Promise<void> {
		const key = await findTicket(this.#desk.tickets);
		if (key) this.#places.open(key);
	}

	async create(given: Given): Promise<void> {
		const tracker = trackerOf(given) ?? (await pickTracker(this.#desk.tickets, 'New Ticket'));
		if (tracker) this.#places.open(tracker);
	}

	/** A new ticket about the lines that are selected in the editor, with where they stand. */
	async createFromSelection(): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const tracker = await pickTracker(this.#desk.tickets, 'New Ticket');
		if (!tracker) return;
		this.#places.open(tracker, editor ? { text: quoteOf(editor) } : {});
	}

	change(given: Given, change: Change, doing: string): Promise<void> {
		return this.#change(given, doing, async () => change);
	}

	setStatus(given: Given): Promise<void> {
		return this.#change(given, 'Changing', (keys) =>
			pickStatus(titleOf('Status', keys), this.#isResolveOnly(keys), this.#known(keys)[0]?.status),
		);
	}

	resolve(given: Given): Promise<void> {
		return this.#change(given, 'Resolving', async (keys) => {
			const resolution = await pickResolution(titleOf('Resolve', keys));
			return resolution && { status: 'resolved', resolution };
		});
	}

	labels(given: Given): Promise<void> {
		return this.#change(given, 'Labelling', async (keys) => {
			const [first] = keys;
			if (!first) return undefined;
			const here = keys.filter(({ owner, tracker }) => owner === first.owner && tracker === first.tracker);
			if (here.length < keys.length) {
				void vscode.window.showInformationMessage(
					'Labels belong to a tracker. Select tickets of one tracker.',
				);
				return undefined;
			}
			return pickLabels(
				titleOf('Labels', keys),
				await labelsOf(this.#desk.tickets, first),
				this.#known(keys),
			);
		});
	}

	/** One ticket is commented on its page; several get the same words. */
	async comment(given: Given): Promise<void> {
		const all = await this.#chosen(given);
		const [only] = all;
		if (only && all.length === 1) return void this.#places.open(only.key, { within: only.within });
		const keys = all.map(({ key }) => key);
		await this.#change([undefined, keys], 'Commenting on', async () => {
			const comment = await vscode.window.showInputBox({
				title: `Comment on ${count(keys.length, 'ticket')}`,
				prompt: 'The same comment for each of them, in Markdown',
				ignoreFocusOut: true,
				validateInput: (text) =>
					text !== '' && text.trim().length < 3 ? 'A comment has at least 3 characters.' : undefined,
			});
			return comment?.trim() ? { comment } : undefined;
		});
	}

	async undo(given: Given = []): Promise<void> {
		if (!this.#isTyped(given)) await this.#changes.undo();
	}

	async go(given: Given, step: 1 | -1): Promise<void> {
		if (!this.#isTyped(given)) await this.#places.go(step, placeOf(given));
	}

	async copyRef(given: Given): Promise<void> {
		await copyRefs(await this.#targets(given));
	}

	async copyLink(given: Given): Promise<void> {
		await copyLinks(this.#desk.tickets, await this.#targets(given));
	}

	async openOnWeb(given: Given): Promise<void> {
		await openOnWeb(this.#desk.tickets, await this.#targets(given));
	}

	async filter(given: Given): Promise<void> {
		const { tickets, settings } = this.#desk;
		const key = trackerOf(given) ?? (await pickTracker(tickets, 'Filter Tickets'));
		if (!key) return;
		const title = `Filter ${key.owner}/${key.tracker}`;
		const text = await askQuery(tickets, key, title, settings.filter(key) ?? '');
		if (text !== undefined) await settings.setFilter(key, text === '' ? undefined : text);
	}

	async saveFilter(given: Given): Promise<void> {
		const { settings } = this.#desk;
		const key = trackerOf(given);
		const text = key && settings.filter(key);
		if (!key || text === undefined) return;
		const name = await vscode.window.showInputBox({
			title: 'Save Filter',
			prompt: `The name under which ${text} stands below every tracker`,
			ignoreFocusOut: true,
		});
		if (!name?.trim()) return;
		await settings.saveQuery({ name: name.trim(), text });
		await settings.setFilter(key, undefined);
	}

	async clearFilter(given: Given): Promise<void> {
		const key = trackerOf(given);
		if (key) await this.#desk.settings.setFilter(key, undefined);
	}

	async group(): Promise<void> {
		const { settings } = this.#desk;
		const items = [
			{ label: 'No groups', grouping: 'none' as const },
			{ label: 'By status', grouping: 'status' as const },
			{ label: 'By label', grouping: 'label' as const },
		].map((item) => ({ ...item, picked: item.grouping === settings.grouping }));
		const chosen = await vscode.window.showQuickPick(items, { title: 'Group Tickets' });
		if (chosen) await settings.group(chosen.grouping);
	}

	createTracker(): Promise<void> {
		return createTracker(this.#desk.tickets);
	}

	editTracker(given: Given): Promise<void> {
		return this.#withTracker(given, 'Edit Tracker', (key) => editTracker(this.#desk.tickets, key));
	}

	deleteTracker(given: Given): Promise<void> {
		return this.#withTracker(given, 'Delete Tracker', (key) => deleteTracker(this.#desk.tickets, key));
	}

	pinTracker(): Promise<void> {
		return pinTracker(this.#desk.tickets);
	}

	unpinTracker(given: Given): Promise<void> {
		return this.#withTracker(given, 'Unpin Tracker', (key) => unpinTracker(this.#desk.tickets, key));
	}

	async discardDraft(given: Given): Promise<void> {
		const { drafts } = this.#desk.tickets;
		const key = ticketsOf(given)[0] ?? trackerOf(given);
		if (!key) return;
		await drafts.discard(key);
		const name = isTicket(key) ? refOf(key) : `${key.owner}/${key.tracker}`;
		const undo = 'Undo';
		const answer = await vscode.window.showInformationMessage(`The draft for ${name} was discarded.`, undo);
		if (answer === undo) await drafts.restore(key);
	}

	async #withTracker(given: Given, title: string, act: (key: TrackerKey) => Promise<void>): Promise<void> {
		const key = trackerOf(given) ?? (await pickTracker(this.#desk.tickets, title));
		if (key) await act(key);
	}

	/** What a command is about: what it was called on, what is selected, or else what somebody finds. */
	async #targets(given: Given): Promise<readonly TicketKey[]> {
		return (await this.#chosen(given)).map(({ key }) => key);
	}

	async #chosen(given: Given): Promise<readonly Chosen[]> {
		const named = chosenOf(given);
		if (named.length > 0) return named;
		if (this.#isTyped(given)) return [];
		const current = await this.#places.current(placeOf(given));
		if (current) {
			if (current.length === 0)
				vscode.window.setStatusBarMessage('This is no ticket. Choose one first.', 3000);
			return current;
		}
		const found = await findTicket(this.#desk.tickets);
		return found ? [{ key: found, within: undefined }] : [];
	}

	/**
	 * A key of the editor that was meant for a text on a page. The page has said so before the key came: what it
	 * says and what is pressed on it arrive here in their order.
	 */
	#isTyped(given: Given): boolean {
		return placeOf(given) === 'page' && !this.#places.isFree();
	}

	async #change(
		given: Given,
		doing: string,
		choose: (keys: readonly TicketKey[]) => Promise<Change | undefined>,
	): Promise<void> {
		const keys = await this.#targets(given);
		if (keys.length === 0) return;
		const change = await choose(keys);
		if (change) await this.#changes.many(keys, change, doing);
	}

	#known(keys: readonly TicketKey[]) {
		return keys.flatMap((key) => this.#desk.tickets.known(key) ?? []);
	}

	#isResolveOnly(keys: readonly TicketKey[]): boolean {
		const { tickets } = this.#desk;
		return keys.some(({ account }) => {
			const name = tickets.of(account)?.instance.name;
			return name !== undefined && tickets.habits.of(name).resolveOnly;
		});
	}
}

const titleOf = (what: string, keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return `${what}: ${only && keys.length === 1 ? refOf(only) : count(keys.length, 'ticket')}`;
};

/** The selected lines as Markdown, with the file and the lines where they stand. */
function quoteOf({ document, selection }: vscode.TextEditor): string {
	const path = vscode.workspace.asRelativePath(document.uri, false);
	const [from, to] = [selection.start.line + 1, selection.end.line + 1];
	const where = `${path}:${from}${to > from ? `-${to}` : ''}`;
	const text = selection.isEmpty ? document.lineAt(selection.start.line).text : document.getText(selection);
	const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
	return `\`${where}\`\n\n${fence}${document.languageId}\n${text}\n${fence}\n\n`;
}
