import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { askText, showInformation, showInStatusBar, showWarning } from '../../platform/editor/messages.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import { refOf, spellKey } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import type { Target } from '../model/target.ts';
import { leadsOn, skippedMessage } from '../model/transitions.ts';
import type { TicketServices } from '../services.ts';
import type { Change } from '../state/change.ts';
import type { TicketBulkEdit } from './bulk-edit.ts';
import type { Outcome } from './bulk-failures.ts';
import { type Choose, changeChosen } from './change-chosen.ts';
import { showDiscarded } from './drafts.ts';
import { saveFailedComments } from './failed-comments.ts';
import { findTicket } from './find.ts';
import { copyLinks, copyRefs, openOnWeb } from './links.ts';
import { labelsOf, pickLabels, pickResolution, pickStatus, pickTracker } from './pick.ts';
import { type Prefill, prefillFromCode } from './prefill-from-code.ts';
import { RowGestures } from './row-gestures.ts';
import {
	areRowsGone,
	type ChosenTicket,
	type CommandArguments,
	draftOf,
	ticketsOf,
	trackerOf,
} from './targets.ts';
import { TrackerCommands } from './tracker-commands.ts';
import { WaitingCommands } from './waiting.ts';

interface OpenOptions {
	/** The initial title and text of a new ticket. */
	readonly prefill?: Prefill;
	/** Whether to focus the field for a comment. */
	readonly focusField?: boolean;
	/** The list of the view that the ticket was chosen from. */
	readonly listId?: string | undefined;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Whether the page stays when the next ticket of the list is shown. */
	readonly stays?: boolean;
}

export interface GoOptions {
	/** Previews the ticket, and leaves the focus in the view. */
	readonly preserveFocus?: boolean;
}

/** Where tickets are shown: their pages, and the view with its selection. */
export interface TicketNavigation {
	/** Opens the page of a ticket or, given a tracker, of a new ticket in it. */
	readonly open: (key: TicketKey | TrackerKey, options?: OpenOptions) => Promise<void>;
	/**
	 * The ticket whose page is in front, or the tickets selected in the view: whichever the user chose last. Undefined if
	 * there are none.
	 */
	readonly current: () => Promise<readonly ChosenTicket[] | undefined>;
	/**
	 * Call this before tickets are changed, and the returned function afterwards. If the last of the tickets has left its list in
	 * the view, that function moves the focus to the next one there.
	 */
	readonly rememberFocus: (chosen: readonly ChosenTicket[]) => () => PromiseLike<void>;
	/** Shows the next or previous ticket of the list that the page in front belongs to. */
	readonly go: (step: 1 | -1) => unknown;
	/** Previews the next or previous ticket of the list that contains `from`, and leaves the focus in the view. */
	readonly preview: (step: 1 | -1, from: ChosenTicket | undefined) => Promise<void>;
}

interface TicketCommandsOptions {
	readonly services: TicketServices;
	readonly changes: TicketBulkEdit;
	readonly navigation: TicketNavigation;
}

/** Implements the commands on tickets. */
export class TicketCommands {
	readonly trackers: TrackerCommands;
	readonly waiting: WaitingCommands;
	readonly #services: TicketServices;
	readonly #changes: TicketBulkEdit;
	readonly #navigation: TicketNavigation;
	readonly #gestures = new RowGestures({
		now: Date.now,
		opensByDoubleClick: () =>
			vscode.workspace.getConfiguration().get('workbench.list.openMode') === 'doubleClick',
	});
	/** The row that the user last opened by Enter. */
	#enteredRow = '';
	/** The text of a comment on several tickets that the user started and did not send. */
	#unsentComment = '';

	constructor({ services, changes, navigation }: TicketCommandsOptions) {
		this.trackers = new TrackerCommands(services.tickets);
		this.waiting = new WaitingCommands(services.tickets.outbox);
		this.#services = services;
		this.#changes = changes;
		this.#navigation = navigation;
	}

	async open(args: CommandArguments): Promise<void> {
		const tracker = trackerOf(args);
		if (tracker && ticketsOf(args).length === 0) return this.#navigation.open(tracker);
		const chosen = await this.#chooseTickets(args);
		// Pages that are opened from a list replace each other.
		const isOne = chosen.length === 1;
		for (const { key, listId } of chosen) await this.#navigation.open(key, isOne ? { listId } : {});
	}

	/** Runs when the user opens a row: a click previews the page, a double click or Enter also moves the focus there. */
	async openRow(args: CommandArguments): Promise<void> {
		const [ticket] = ticketsOf(args);
		const key = ticket?.key ?? trackerOf(args);
		if (!key) return;
		const row = `${spellKey(key)} ${ticket?.listId}`;
		const gesture = this.#gestures.of(row);
		const stays = gesture !== 'enter' || row === this.#enteredRow;
		if (gesture === 'enter') this.#enteredRow = row;
		await this.#navigation.open(key, { listId: ticket?.listId, preserveFocus: gesture === 'click', stays });
	}

	/** The key to open a row was pressed: VS Code opens it next. */
	enterRow(): void {
		this.#gestures.didPressEnter();
	}

	async find(): Promise<void> {
		const key = await findTicket(this.#services.tickets);
		if (key) await this.#navigation.open(key);
	}

	async create(args: CommandArguments): Promise<void> {
		const tracker = trackerOf(args) ?? (await pickTracker(this.#services.tickets, 'New Ticket'));
		if (tracker) await this.#navigation.open(tracker);
	}

	/** Opens a new ticket about `line` or, by default, about the lines that are selected in the editor. */
	async createFromSelection([line]: CommandArguments): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const { tickets } = this.#services;
		const forges = tickets.accounts.map(({ instance }) => instance);
		const [prefill, tracker] = await Promise.all([
			editor && prefillFromCode(editor, forges, typeof line === 'number' ? line : undefined),
			pickTracker(tickets, 'New Ticket'),
		]);
		if (tracker) await this.#navigation.open(tracker, prefill && { prefill });
	}

	/** Sets a status. Leaves tickets as they are that have it already or are further. */
	async change(args: CommandArguments, change: Change, doing: string): Promise<void> {
		const chosen = await this.#chooseTickets(args);
		const { status: to = '' } = change;
		const statusOf = (key: TicketKey) => this.#known([key])[0]?.status;
		const skipped = chosen.flatMap(({ key }) => {
			const status = statusOf(key);
			return status === undefined || leadsOn(status, to) ? [] : [{ ticket: key.ticket, status }];
		});
		const message = skippedMessage(skipped, chosen.length, to);
		if (message !== undefined) showInStatusBar(message, 5000);
		const rest = chosen.filter(({ key }) => leadsOn(statusOf(key), to));
		await this.#changeTickets(rest, doing, async () => change);
	}

	setStatus(args: CommandArguments): Promise<unknown> {
		return this.#change(args, 'Changing', (keys) =>
			pickStatus({
				title: titleOf('Status', keys),
				resolveOnly: this.#isResolveOnly(keys),
				current: common(this.#known(keys).map(({ status }) => status)),
				currentResolution: common(this.#known(keys).map(({ resolution }) => resolution)),
			}),
		);
	}

	resolve(args: CommandArguments): Promise<unknown> {
		return this.#change(args, 'Resolving', async (keys) => {
			const current = common(this.#known(keys).map(({ resolution }) => resolution));
			const resolution = await pickResolution(titleOf('Resolve', keys), current);
			return resolution && { status: 'resolved', resolution };
		});
	}

	labels(args: CommandArguments): Promise<unknown> {
		return this.#change(args, 'Labeling', async (keys) => {
			const [first] = keys;
			if (!first) return undefined;
			const sameTracker = keys.filter(
				({ account, owner, tracker }) =>
					account === first.account && owner === first.owner && tracker === first.tracker,
			);
			if (sameTracker.length < keys.length) {
				background(showInformation('Labels belong to a tracker. Select tickets from a single tracker.'));
				return undefined;
			}
			const offered = await labelsOf(this.#services.tickets, first);
			return pickLabels(titleOf('Labels', keys), offered, this.#known(keys));
		});
	}

	/** For one ticket, opens its page to write the comment there. For several, asks for a comment and sends it to each. */
	async comment(args: CommandArguments): Promise<void> {
		const all = await this.#chooseTickets(args);
		const [only] = all;
		// Given no tickets, `#change` would choose again, and could take the page in front, which the user did not choose.
		if (!only) return;
		if (all.length === 1) {
			await this.#navigation.open(only.key, { listId: only.listId, focusField: true });
			return;
		}
		const keys = all.map(({ key }) => key);
		let comment: string | undefined;
		const write = async () => {
			const written = await askText({
				title: `Comment on ${count(keys.length, 'ticket')}`,
				prompt: 'Comment to add to each ticket (Markdown)',
				value: this.#unsentComment,
				ignoreFocusOut: true,
				validateInput: (text) => {
					this.#unsentComment = text;
					return text !== '' && text.trim().length < 3 ? 'A comment needs at least 3 characters.' : undefined;
				},
			});
			comment = written?.trim() ? written : undefined;
			return comment === undefined ? undefined : { comment };
		};
		const outcomes = await this.#change([undefined, keys.map(toTarget)], 'Commenting on', write, 'comment');
		if (comment === undefined) return;
		const resultOf = (key: TicketKey) => outcomes.find((one) => one.key === key)?.result;
		const failed = keys.filter((key) => resultOf(key)?.kind !== 'changed');
		const mayBeSent = (key: TicketKey) => {
			const result = resultOf(key);
			return result?.kind === 'failed' && result.error.mayBeDone;
		};
		if (failed.length > 0)
			background(
				showWarning(await saveFailedComments(this.#services.tickets, failed, { comment, mayBeSent })),
			);
		this.#unsentComment = '';
	}

	async undo(): Promise<void> {
		await this.#changes.undo();
	}

	async go(step: 1 | -1, { preserveFocus = false }: GoOptions): Promise<void> {
		if (!preserveFocus) {
			await this.#navigation.go(step);
			return;
		}
		const [from] = (await this.#navigation.current()) ?? [];
		await this.#navigation.preview(step, from);
	}

	async copyRef(args: CommandArguments): Promise<void> {
		await copyRefs(await this.#targets(args));
	}

	async copyLink(args: CommandArguments): Promise<void> {
		await copyLinks(this.#services.tickets, await this.#targets(args));
	}

	async openOnWeb(args: CommandArguments): Promise<void> {
		await openOnWeb(this.#services.tickets, await this.#targets(args));
	}

	async discardDraft(args: CommandArguments): Promise<void> {
		const { drafts } = this.#services.tickets;
		const key = draftOf(args);
		if (!key) {
			if (areRowsGone(args)) showListChanged();
			return;
		}
		await drafts.discard(key);
		await showDiscarded(drafts, key);
	}

	/**
	 * The tickets that a command applies to: those it was called on, else the user's last choice, else one that the user
	 * searches for.
	 */
	async #targets(args: CommandArguments): Promise<readonly TicketKey[]> {
		return (await this.#chooseTickets(args)).map(({ key }) => key);
	}

	async #chooseTickets(args: CommandArguments): Promise<readonly ChosenTicket[]> {
		if (areRowsGone(args)) {
			showListChanged();
			return [];
		}
		const named = ticketsOf(args);
		if (named.length > 0) return named;
		const current = await this.#navigation.current();
		if (current) return current;
		const found = await findTicket(this.#services.tickets, 'Select Ticket');
		return found ? [{ key: found, listId: undefined }] : [];
	}

	async #change(
		args: CommandArguments,
		doing: string,
		choose: Choose,
		permission: 'comment' | 'triage' = 'triage',
	): Promise<readonly Outcome[]> {
		return this.#changeTickets(await this.#chooseTickets(args), doing, choose, permission);
	}

	#changeTickets(
		chosen: readonly ChosenTicket[],
		doing: string,
		choose: Choose,
		permission: 'comment' | 'triage' = 'triage',
	): Promise<readonly Outcome[]> {
		return changeChosen(
			chosen,
			{ permission, choose },
			{
				tickets: this.#services.tickets,
				inform: (message) => background(showInformation(message)),
				rememberFocus: this.#navigation.rememberFocus,
				change: async (keys, change) => {
					if (change.comment !== undefined) return this.#changes.many(keys, change, doing);
					await this.#changes.direct(keys, change);
					return [];
				},
			},
		);
	}

	#known(keys: readonly TicketKey[]) {
		return keys.flatMap((key) => this.#services.tickets.shown(key) ?? []);
	}

	#isResolveOnly(keys: readonly TicketKey[]): boolean {
		const { tickets } = this.#services;
		return keys.some(({ account }) => {
			const name = tickets.of(account)?.instance.name;
			return name !== undefined && tickets.quirks.of(name).resolveOnly;
		});
	}
}

/** The value that all have, if it is the same. */
const common = (values: readonly string[]): string | undefined =>
	new Set(values).size === 1 ? values[0] : undefined;

const toTarget = (key: TicketKey): Target => ({ kind: 'ticket', key });

function showListChanged(): void {
	showInStatusBar('The list changed. Select the row again.', 5000);
}

const titleOf = (what: string, keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return `${what}: ${only && keys.length === 1 ? refOf(only) : count(keys.length, 'ticket')}`;
};
