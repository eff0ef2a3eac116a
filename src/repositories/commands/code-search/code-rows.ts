import * as vscode from 'vscode';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import type { ForgeError } from '../../../forge/contract/errors.ts';
import type { FoundCode } from '../../../forge/shapes/code-search.ts';
import { plainRow } from '../../../platform/editor/boxes/plain-row.ts';
import type { BoxRow } from '../../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { type CodeLine, codeLinesOf } from '../../model/code-lines.ts';
import { baseName } from '../../model/paths.ts';

/** Creates the rows of *Search Code…*. */
export class CodeRows {
	/** Whether VS Code keeps the order of the rows. */
	readonly #keepsOrder: boolean;

	constructor(keepsOrder: boolean) {
		this.#keepsOrder = keepsOrder;
	}

	/** The lines below the paths of their files, then how many more there are. */
	of(found: FoundCode): readonly BoxRow<CodeLine>[] {
		const lines = codeLinesOf(found);
		if (lines.length === 0) return [this.#row('info', 'No results', 'only the default branch is searched')];
		const rows = lines.flatMap((line, nth) =>
			lines[nth - 1]?.path === line.path ? [this.#line(line)] : [fileRow(line.path), this.#line(line)],
		);
		return [...rows, ...this.#summary(found)];
	}

	/** Says why the forge has refused a query. */
	refusedQuery({ message }: ForgeError): BoxRow<CodeLine> {
		return this.#row('warning', 'The forge cannot read this query', message);
	}

	#line(found: CodeLine): BoxRow<CodeLine> {
		const { path, line, isName, excerpt } = found;
		// The whole path is above the lines of a file, unless VS Code sorts them.
		const name = this.#keepsOrder ? baseName(path) : path;
		const position = isName ? `name of ${this.#keepsOrder ? 'the file' : path}` : `${name}:${line + 1}`;
		return { ...this.#row('file', excerpt, position), enter: () => found };
	}

	#summary({ files, total_files, total_matches }: FoundCode): readonly BoxRow<CodeLine>[] {
		const shown = files
			.flatMap(({ lines }) => lines)
			.reduce((sum, { matches }) => sum + Math.max(1, matches.length), 0);
		if (total_files <= files.length && total_matches <= shown) return [];
		// The forge may count in another way, or not say how many there are.
		const allMatches = Math.max(total_matches, shown);
		const allFiles = Math.max(total_files, files.length);
		const matches = `${formatNumber(shown)} of ${count(allMatches, 'match', 'matches')}`;
		const text = `${matches} in ${formatNumber(files.length)} of ${count(allFiles, 'file')}`;
		return [this.#row('info', text, 'add words to find fewer')];
	}

	#row(icon: string, text: string, about: string): BoxRow<CodeLine> {
		return plainRow(this.#keepsOrder, icon, text, about);
	}
}

const fileRow = (path: string): BoxRow<CodeLine> => ({
	kind: vscode.QuickPickItemKind.Separator,
	label: escapeIcons(path),
});
