import * as vscode from 'vscode';
import { sleep } from '../../base/backoff.ts';
import { publishedAs } from '../../platform/editor/published.ts';
import { homeOf, linesLink } from '../../platform/model/lines-link.ts';
import type { Instance } from '../../signin/instance.ts';
import { codeExcerpt } from '../model/code-excerpt.ts';

/** A ticket does without its link rather than wait longer for git. */
const patience = 1500;

/** What a new ticket begins with. */
export interface Beginning {
	readonly title: string;
	readonly text: string;
}

/**
 * The lines that are selected as Markdown, or the given line, with where they stand, and a link to where everybody finds them on one
 * of these forges; what is to be done there is the title.
 */
export async function beginningOf(
	{ document, selection }: vscode.TextEditor,
	forges: readonly Instance[],
	line?: number,
): Promise<Beginning> {
	const lines = line === undefined ? whole(selection) : new vscode.Range(line, 0, line + 1, 0);
	const isPart = line === undefined && !selection.isEmpty && selection.isSingleLine;
	const text = document.getText(isPart ? selection : lines);
	const path = vscode.workspace.asRelativePath(document.uri, false);
	const [from, to] = [lines.start.line + 1, lines.end.line];
	const finding = publishedAs(document, (remote) => homeOf(forges, remote) !== undefined);
	const published = await Promise.race([finding, sleep(patience)]);
	const link = published ? linesLink(forges, { ...published, from, to }) : undefined;
	return codeExcerpt({ text, path, from, to, language: document.languageId, link });
}

/** All of each line that a selection is in; a line of which it has only the beginning is none. */
function whole({ start, end, isEmpty }: vscode.Selection): vscode.Range {
	const isBefore = !isEmpty && end.character === 0;
	return new vscode.Range(start.line, 0, isBefore ? end.line : end.line + 1, 0);
}
