import type { ParseWarning } from '../../../src/mail/text/parse-warnings.ts';
import type { FileDiff } from '../../../src/mail/unified-diff/file-diff.ts';
import { parseDiff } from '../../../src/mail/unified-diff/parse-diff.ts';

/** Lines of a text, each with a line feed. */
export const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export interface Parsed {
	readonly source: string;
	readonly files: readonly FileDiff[];
	readonly warnings: readonly ParseWarning[];
}

export function parsed(source: string): Parsed {
	const warnings = new Set<ParseWarning>();
	return { source, files: parseDiff(source, 0, source.length, warnings), warnings: [...warnings] };
}

/** The header of an edited file. */
export const edited = (name = 'x') =>
	text(`diff --git a/${name} b/${name}`, 'index 1111111..2222222 100644', `--- a/${name}`, `+++ b/${name}`);

/** What a test looks at: status, names, modes, counts. */
export const summary = ({
	status,
	old,
	new: current,
	oldMode,
	newMode,
	additions,
	deletions,
}: FileDiff): string => {
	const modes = oldMode === undefined && newMode === undefined ? '' : ` ${oldMode ?? '-'}..${newMode ?? '-'}`;
	return `${status} ${old ?? '-'} ${current ?? '-'}${modes} +${additions} -${deletions}`;
};
