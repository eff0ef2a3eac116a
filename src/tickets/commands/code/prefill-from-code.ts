import * as vscode from 'vscode';
import { sleep } from '../../../base/clock.ts';
import { findPublished } from '../../../platform/editor/find-published.ts';
import { linesLink, repositoryPage } from '../../../platform/model/lines-link.ts';
import type { Instance } from '../../../signin/instances/instance.ts';
import { codeExcerpt } from '../../model/code-excerpt.ts';
import { todoFinderFor } from '../../settings/todo-settings.ts';

/** How long to wait for git. After that, the ticket has no link. */
const timeoutMs = 1500;

/** The initial title and text of a new ticket. */
export interface Prefill {
	readonly title: string;
	readonly text: string;
}

/**
 * Quotes the selected lines, or the given line, as Markdown, below their path and line numbers, which are a link if these lines are published
 * on one of these forges. The title is the text of the first TODO comment in the lines.
 */
export async function prefillFromCode(
	{ document, selection }: vscode.TextEditor,
	forges: readonly Instance[],
	line?: number,
): Promise<Prefill> {
	const lines = linesOf(selection, line);
	const isInLine = line === undefined && !selection.isEmpty && selection.isSingleLine;
	const text = document.getText(isInLine ? selection : lines);
	const path = vscode.workspace.asRelativePath(document.uri, false);
	// Counted from 1. The range ends at the start of the line after the last one.
	const [from, to] = [lines.start.line + 1, lines.end.line];
	const finding = findPublished(
		document.uri,
		{ from, to, text: document.getText() },
		(remote) => repositoryPage(forges, remote) !== undefined,
	);
	const published = await Promise.race([finding, sleep(timeoutMs)]);
	const link = published ? linesLink(forges, published) : undefined;
	const { languageId: language } = document;
	const { find: findTodo } = todoFinderFor(document);
	return codeExcerpt({ text, path, from, to, language, link, findTodo });
}

/** The given line, or all lines of a selection. */
export const linesOf = (selection: vscode.Selection, line: number | undefined): vscode.Range =>
	line === undefined ? wholeLines(selection) : new vscode.Range(line, 0, line + 1, 0);

/** Extends a selection to whole lines. Leaves out the last line if the selection ends at its start. */
function wholeLines({ start, end, isEmpty }: vscode.Selection): vscode.Range {
	const endsAtLineStart = !isEmpty && end.character === 0;
	return new vscode.Range(start.line, 0, endsAtLineStart ? end.line : end.line + 1, 0);
}
