import { visible } from '../../../base/text/invisible-characters.ts';
import { diffRuns } from '../../../mail/hunk-display/diff-runs.ts';
import type { MailBlock, MailStructure } from '../../../mail/quotes/mail-blocks.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import { linesOf } from '../../../mail/unified-diff/lines.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { displayTitle } from '../people/display-title.ts';
import type { DiffBlock } from '../protocol/protocol.ts';
import { shownPath } from './shown-path.ts';

/** Further files would hide the diff. */
const maxPlaces = 3;
/** Longer diffs are cut; the original mail has the rest. */
const longestText = 200_000;

/** A diff in a mail as lines with colors, with the lines of the series that it changes. */
export function diffBlock(
	{ id }: FullMail,
	block: MailBlock,
	paths: ReadonlySet<string>,
): Omit<DiffBlock, 'line'> {
	const { text, files, source } = block;
	const cut = text.length > longestText ? `${text.slice(0, longestText)}\n…` : text;
	const runs = diffRuns(cut).map(({ kind, text }) => ({ kind, text: visible(text) }));
	const places = files.slice(0, maxPlaces).map((file) => placeOf(source, file, paths));
	const suggestion = files.length === 0 ? undefined : { mail: id, at: block.start, places };
	return { kind: 'diff', level: 0, runs, suggestion };
}

/** The diffs of the block that starts at `start`, without the diffstat above them, for `git apply`. Undefined if no block starts there. */
export function suggestedDiff({ diffs }: MailStructure, start: number): string | undefined {
	const { source, files } = diffs.find((diff) => diff.start === start) ?? { source: '', files: [] };
	const [first] = files;
	return first && source.slice(first.start, files.at(-1)?.end).replaceAll('\r\n', '\n');
}

function placeOf(source: string, file: FileDiff, paths: ReadonlySet<string>) {
	const path = file.new ?? file.old ?? '';
	const line = firstChange(source, file);
	const name = displayTitle(path.replace(/^.*\//, ''));
	return {
		path: paths.has(path) ? shownPath(file) : '',
		line: String(line ?? ''),
		text: line === undefined ? name : `${name}:${line}`,
	};
}

/**
 * The first line that a diff changes, or that it inserts lines before. Its number is that in the old file, which is the file of the series.
 * Undefined if the diff creates the file.
 */
function firstChange(source: string, { old, hunks: [first] }: FileDiff): number | undefined {
	if (!first || old === undefined) return undefined;
	// Without old lines, a hunk is inserted after its line.
	let line = first.oldCount === 0 ? first.oldStart + 1 : first.oldStart;
	for (const { kind, oldLine } of linesOf(source, first)) {
		if (kind === 'add') return line;
		if (kind === 'delete') return oldLine;
		if (oldLine !== undefined) line = oldLine + 1;
	}
	return line;
}
