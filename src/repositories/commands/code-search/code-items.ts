import * as vscode from 'vscode';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import { type ForgeError, needsSignIn } from '../../../forge/contract/errors.ts';
import type { FoundCode } from '../../../forge/shapes/code-search.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { grantLabel } from '../../../platform/editor/messages.ts';
import { type CodeLine, codeLinesOf } from '../../model/code-lines.ts';
import { baseName } from '../../model/paths.ts';
import { plainItem } from '../box-items/plain-item.ts';

/** An item of *Search Code…*. */
export type CodeItem = vscode.QuickPickItem &
	(
		| { readonly id: 'line'; readonly found: CodeLine }
		| { readonly id: 'grant'; readonly error: ForgeError }
		| { readonly id: 'file' | 'note' | 'again' }
	);

/** Creates the items of a box. */
export class CodeItems {
	readonly #keepsOrder: boolean;

	constructor(keepsOrder: boolean) {
		this.#keepsOrder = keepsOrder;
	}

	/** The lines below the paths of their files, then how many more there are. */
	of(found: FoundCode): readonly CodeItem[] {
		const lines = codeLinesOf(found);
		if (lines.length === 0)
			return [{ id: 'note', ...this.#item('info', 'No results', 'only the default branch is searched') }];
		const items = lines.flatMap((line, nth) =>
			lines[nth - 1]?.path === line.path ? [this.#line(line)] : [fileItem(line.path), this.#line(line)],
		);
		return [...items, ...this.#summary(found)];
	}

	/** Says why a search has failed, and what the user can do. */
	failure(error: ForgeError): CodeItem {
		const { kind, message, reasons } = error;
		if (needsSignIn(error)) return { id: 'grant', error, ...this.#item('key', grantLabel(error), message) };
		if (reasons.some(({ field }) => field === 'query'))
			return { id: 'note', ...this.#item('warning', 'The forge cannot read this query', message) };
		if (kind === 'refused' || kind === 'forbidden' || kind === 'missing')
			return { id: 'note', ...this.#item('warning', 'The search failed', message) };
		return { id: 'again', ...this.#item('refresh', 'Try Again', message) };
	}

	#line(found: CodeLine): CodeItem {
		const { path, line, isName, excerpt } = found;
		// The whole path is above the lines of a file, unless VS Code sorts them.
		const name = this.#keepsOrder ? baseName(path) : path;
		const place = isName ? 'name of the file' : `${name}:${line + 1}`;
		return { id: 'line', found, ...this.#item('file', excerpt, place) };
	}

	#summary({ files, total_files, total_matches }: FoundCode): readonly CodeItem[] {
		const shown = files
			.flatMap(({ lines }) => lines)
			.reduce((sum, { matches }) => sum + Math.max(1, matches.length), 0);
		if (total_files <= files.length && total_matches <= shown) return [];
		// The forge may count in another way, or not say how many there are.
		const allMatches = Math.max(total_matches, shown);
		const allFiles = Math.max(total_files, files.length);
		const matches = `${formatNumber(shown)} of ${count(allMatches, 'match', 'matches')}`;
		const text = `${matches} in ${formatNumber(files.length)} of ${count(allFiles, 'file')}`;
		return [{ id: 'note', ...this.#item('info', text, 'add words to find fewer') }];
	}

	#item(icon: string, text: string, about: string) {
		return plainItem(this.#keepsOrder, icon, text, about);
	}
}

const fileItem = (path: string): CodeItem => ({
	id: 'file',
	kind: vscode.QuickPickItemKind.Separator,
	label: escapeIcons(path),
});
