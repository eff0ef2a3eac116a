import { visible } from '../../../base/text/invisible-characters.ts';
import { type DiffRun, diffRuns } from '../../../mail/hunk-display/diff-runs.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';

/** A longer text is cut; the original mail has the rest. */
const longestText = 20_000;

/** What follows the diff of a file and looks like more of it, but could not be read. Empty if there is nothing. */
export function unreadInFile({ source, files }: Patch, file: FileDiff, index: number): readonly DiffRun[] {
	const next = files[index + 1]?.start ?? file.end + longestText;
	const text = beforeSignature(
		source.slice(file.end, Math.min(Math.max(file.end, next), file.end + longestText)),
	);
	const isUnread = file.hunks.length > 0 ? /^@@/m.test(text) : /^(?:@@|[+-])/m.test(text);
	return isUnread && !file.isCombined && !file.binary ? unreadRuns(text) : [];
}

/** The diff of a patch of which no file could be read. Empty if it has none. */
export function unreadPatch({ source, files }: Patch): readonly DiffRun[] {
	const start = files.length === 0 ? source.search(/^(?:diff -|Index: |@@|--- \S|\*\*\* \S)/m) : -1;
	return start === -1 ? [] : unreadRuns(beforeSignature(source.slice(start, start + longestText)));
}

const unreadRuns = (text: string): readonly DiffRun[] =>
	diffRuns(text.replaceAll('\r\n', '\n')).map(({ kind, text }) => ({ kind, text: visible(text) }));

function beforeSignature(text: string): string {
	const signature = text.search(/^-- ?\r?$/m);
	return (signature === -1 ? text : text.slice(0, signature)).trimEnd();
}
