import * as vscode from 'vscode';
import { count } from '../../base/text/numbers.ts';
import { showListChanged } from '../../platform/editor/messages.ts';
import { RowOpener } from '../../platform/editor/row-activation.ts';
import type { OpenSource } from '../../platform/items/open-items.ts';
import { pickItem } from '../../platform/items/pick-item.ts';
import { idOfTicket, isTicketKey, refOf, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { areRowsGone, type CommandArguments, type GoOptions } from '../../platform/view/command-arguments.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { Tickets } from '../state/tickets.ts';
import { trackerItems } from '../view/tracker-items.ts';
import { ChangeCommands } from './change-commands.ts';
import { prefillFromCode } from './code/prefill-from-code.ts';
import type { TodoReferences } from './code/todo-references.ts';
import { CommentEditor } from './comment/comment-editor.ts';
import type { CommentFiles } from './comment/comment-files.ts';
import { CommentCommand } from './comment-command.ts';
import { showDiscarded } from './drafts.ts';
import { EditCommands } from './edit-commands.ts';
import { openTickets } from './open-tickets.ts';
import { TicketChooser } from './ticket-chooser.ts';
import { commentOf, draftOf, ticketsOf, trackerOf } from './ticket-command-target.ts';
import { copyLinks, copyMarkdownLinks, copyRefs, openOnWeb } from './ticket-links.ts';
import type { TicketNavigation } from './ticket-navigation.ts';
import { TrackerCommands } from './tracker-commands.ts';

/** Implements the commands that open and find tickets. The public fields implement the other commands. */
export class TicketCommands {
	readonly trackers: TrackerCommands;
	readonly changes: ChangeCommands;
	readonly edits: EditCommands;
	readonly comment: CommentCommand;
	readonly #tickets: Tickets;
	readonly #project: ProjectItems | undefined;
	readonly #chooser: TicketChooser;
	readonly #editor: CommentEditor;
	readonly #navigation: TicketNavigation;
	readonly #todos: TodoReferences;
	readonly #rows = new RowOpener();

	constructor(
		tickets: Tickets,
		commentFiles: CommentFiles,
		navigation: TicketNavigation,
		todos: TodoReferences,
		project?: ProjectItems,
	) {
		this.#tickets = tickets;
		this.#todos = todos;
		this.#project = project;
		this.#navigation = navigation;
		this.#chooser = new TicketChooser(tickets, navigation, project);
		this.#editor = new CommentEditor(commentFiles);
		this.trackers = new TrackerCommands(tickets, navigation, project);
		this.changes = new ChangeCommands(tickets, navigation, this.#chooser, this.#editor);
		this.edits = new EditCommands(tickets, this.#chooser, this.changes, navigation);
		this.comment = new CommentCommand(tickets, navigation, this.#chooser, this.#editor);
	}

	async open(args: CommandArguments): Promise<void> {
		const comment = commentOf(args);
		if (comment) return this.#editor.open(comment.tickets, undefined, comment.text);
		const tracker = trackerOf(args);
		if (tracker && ticketsOf(args).length === 0) return this.#navigation.open(tracker);
		const chosen = await this.#chooser.choose(args);
		// Pages that are opened from a list replace each other.
		const isOne = chosen.length === 1;
		for (const { key, listId, event } of chosen)
			await this.#navigation.open(key, { ...(isOne && { listId }), ...atEvent(event) });
	}

	/** Runs when the user opens a row. */
	async openRow(args: CommandArguments): Promise<void> {
		const comment = commentOf(args);
		if (comment) return this.#editor.open(comment.tickets, this.#rows.didRun(comment.text), comment.text);
		const [ticket] = ticketsOf(args);
		const key = ticket?.key ?? trackerOf(args);
		if (!key) return;
		const opening = this.#rows.didRun(`${idOfTicket(key)} ${ticket?.listId}`);
		await this.#navigation.open(key, { listId: ticket?.listId, ...opening });
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		this.#rows.didPress(key);
	}

	/** What *Open…* can open. */
	opens(showRow: ShowRow): OpenSource {
		return openTickets(this.#tickets, this.#navigation.open, showRow, this.#project);
	}

	async find(): Promise<void> {
		const found = await this.#chooser.find('Find Ticket', true);
		if (found) await this.#navigation.open(found.key, atEvent(found.event));
	}

	async create(args: CommandArguments): Promise<void> {
		const tracker = trackerOf(args) ?? (await this.#pickTracker());
		if (tracker) await this.#navigation.open(tracker);
	}

	/** Opens a new ticket about `line` or, by default, about the lines that are selected in the editor. */
	async createFromSelection([line]: CommandArguments): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const forges = this.#tickets.accounts.map(({ instance }) => instance);
		const named = typeof line === 'number' ? line : undefined;
		const [prefill, tracker] = await Promise.all([
			editor && prefillFromCode(editor, forges, named),
			this.#pickTracker(),
		]);
		if (tracker && editor) this.#todos.didBegin(tracker, editor, named);
		if (tracker) await this.#navigation.open(tracker, prefill && { prefill });
	}

	#pickTracker(): Promise<TrackerKey | undefined> {
		const { accounts } = this.#tickets;
		return pickItem(trackerItems, { accounts, project: this.#project }, 'New Ticket');
	}

	async go(step: 1 | -1, { preserveFocus = false }: GoOptions): Promise<void> {
		if (preserveFocus) await this.#navigation.preview(step, (await this.#navigation.current())?.[0]);
		else await this.#navigation.go(step);
	}

	async copyRef(args: CommandArguments): Promise<void> {
		await copyRefs(await this.#chooser.keys(args));
	}

	async copyLink(args: CommandArguments): Promise<void> {
		await copyLinks(this.#tickets, await this.#chooser.keys(args));
	}

	async copyMarkdownLink(args: CommandArguments): Promise<void> {
		await copyMarkdownLinks(this.#tickets, await this.#chooser.keys(args));
	}

	async openOnWeb(args: CommandArguments): Promise<void> {
		await openOnWeb(this.#tickets, await this.#chooser.keys(args));
	}

	async discardDraft(args: CommandArguments): Promise<void> {
		const { texts } = this.#tickets;
		const comment = commentOf(args);
		const draft = draftOf(args);
		const id = comment?.text ?? draft?.text ?? (draft && texts.editingOf(draft.key)?.id);
		if (id === undefined) {
			if (!draft && areRowsGone(args)) showListChanged();
			return;
		}
		await texts.discard(id);
		if (comment) await this.#editor.close(this.#editor.addressOf(comment.tickets, id));
		const named = draft && (isTicketKey(draft.key) ? refOf(draft.key) : trackerRef(draft.key));
		await showDiscarded(texts, id, named ?? count(comment?.tickets.length ?? 0, 'ticket'));
	}
}

const atEvent = (event: number | undefined) => (event === undefined ? {} : { event });
