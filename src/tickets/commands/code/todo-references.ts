import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { showInformation, showInStatusBar } from '../../../platform/editor/messages.ts';
import { idOfTicket, refOf, type TrackerKey } from '../../../platform/model/keys.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { todoFinderFor } from '../../settings/todo-settings.ts';
import type { Tickets } from '../../state/tickets.ts';
import { linesOf } from './prefill-from-code.ts';

/** The line of a TODO comment. */
interface TodoLine {
	readonly document: vscode.TextDocument;
	readonly number: number;
	readonly text: string;
	/** How many lines above it have the same text. */
	readonly sameAbove: number;
	/** As it is in the text of the ticket: `src/a.ts:3`. */
	readonly location: string;
}

/** Offers to write the number of a new ticket into the TODO comment that it is about. */
export class TodoReferences implements Disposable {
	readonly #tickets: Tickets;
	/** The trackers of the workspace's projects. */
	readonly #project: ProjectItems | undefined;
	readonly #lifetime = new Lifetime();
	/** By the id of the tracker, which has only one new ticket at a time. */
	readonly #lines = new Map<string, TodoLine>();

	constructor(tickets: Tickets, project?: ProjectItems) {
		this.#tickets = tickets;
		this.#project = project;
		this.#lifetime.add(
			tickets.onDidCreate(({ tracker, ticket }) => background(this.#didCreate(tracker, ticket))),
		);
	}

	/** The user begins a ticket about a line or, by default, about the selected lines. */
	didBegin(tracker: TrackerKey, { document, selection }: vscode.TextEditor, line?: number): void {
		const todos = todoFinderFor(document);
		const lines = linesOf(selection, line);
		const numbers = Array.from(
			{ length: lines.end.line - lines.start.line },
			(_, nth) => lines.start.line + nth,
		);
		const number = numbers.find((one) => todos.find(textOf(document, one)) !== undefined);
		const id = idOfTicket(tracker);
		if (number === undefined) {
			this.#lines.delete(id);
			return;
		}
		const path = vscode.workspace.asRelativePath(document.uri, false);
		const location = `${path}:${lines.start.line + 1}`;
		const text = textOf(document, number);
		const sameAbove = linesWith(document, text).filter((one) => one < number).length;
		this.#lines.set(id, { document, number, text, sameAbove, location });
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Whether a number alone names a ticket of the tracker. */
	#isInProject({ account, owner, tracker }: TrackerKey): boolean {
		const instance = this.#tickets.of(account)?.instance.name;
		const all = this.#project?.all ?? [];
		return all.some((one) => one.instance === instance && one.owner === owner && one.name === tracker);
	}

	async #didCreate(tracker: TrackerKey, { id: ticket, description }: Ticket): Promise<void> {
		const id = idOfTicket(tracker);
		const line = this.#lines.get(id);
		// The user may have written a ticket about something else instead.
		if (!line || !description.includes(line.location)) return;
		this.#lines.delete(id);
		const key = { ...tracker, ticket };
		const reference = this.#isInProject(tracker) ? `#${ticket}` : refOf(key);
		const write = `Write ${reference}`;
		const question = `Ticket ${refOf(key)} was created. Write its number into the TODO in ${line.location}?`;
		if ((await showInformation(question, write)) === write) await writeReference(line, reference);
	}
}

async function writeReference(
	{ document: { uri }, text, sameAbove }: TodoLine,
	reference: string,
): Promise<void> {
	const document = await vscode.workspace.openTextDocument(uri);
	// Other lines may have been added or removed above it.
	const same = linesWith(document, text);
	const now = same[sameAbove] ?? same.at(-1);
	const edit = new vscode.WorkspaceEdit();
	if (now !== undefined) {
		const changed = todoFinderFor(document).addReference(text, reference);
		edit.replace(uri, new vscode.Range(now, 0, now, text.length), changed);
	}
	if (now === undefined || !(await vscode.workspace.applyEdit(edit)))
		showInStatusBar(`Not written: the TODO has changed. The ticket is ${reference}.`);
}

/** The numbers of the lines that have a text. */
const linesWith = (document: vscode.TextDocument, text: string): readonly number[] =>
	Array.from({ length: document.lineCount }, (_, one) => one).filter((one) => textOf(document, one) === text);

/** The text of a line, or an empty text if the document has no such line. */
const textOf = (document: vscode.TextDocument, line: number): string =>
	line < document.lineCount ? document.lineAt(line).text : '';
