import { count } from '../../../base/text/numbers.ts';
import {
	combinedHunks,
	type DisplayedHunk,
	hunkHeader,
	hunkLineCount,
	hunkLines,
} from '../../../mail/hunk-display/hunk-lines.ts';
import type { ShownDiff, ShownHunk, ShownLine, ShownThread } from '../protocol/protocol.ts';
import type { ContentFile } from './series-content.ts';
import { type ReplyOptions, shownReplies } from './shown-replies.ts';

/** The page asks for the lines of longer hunks. */
const longestHunk = 2000;
/** The lines of a diff that are sent at once. */
const maxLines = 6000;
/** Further hunks are only counted. */
const maxHunks = 2000;

interface DiffOptions extends ReplyOptions {
	readonly ignoresWhitespace: boolean;
}

/** The diff of a file, with the replies to its lines. */
export function fileDiff(content: ContentFile, options: DiffOptions): ShownDiff {
	const { file, patch } = content;
	const { ignoresWhitespace } = options;
	if (file.isCombined) return { hunks: combinedHunks(patch.source, file).map(shownHunk), threads: [] };
	let linesLeft = maxLines;
	const displayed = file.hunks.slice(0, maxHunks).map((hunk) => {
		const lineCount = hunkLineCount(patch.source, hunk.bodyStart, hunk.end);
		const isSent = lineCount <= longestHunk && lineCount <= linesLeft;
		if (isSent) linesLeft -= lineCount;
		const read = isSent ? hunkLines(patch.source, hunk, { ignoresWhitespace }) : undefined;
		return { header: hunkHeader(patch.source, hunk.start, hunk.bodyStart), lineCount, read };
	});
	const hunks = displayed.map(({ header, lineCount, read }): ShownHunk => {
		const { lines } = read ?? {};
		return { header, lines: lines ?? null, lineCount: lines?.length ?? lineCount };
	});
	const hiddenCount = file.hunks.length - hunks.length;
	return {
		hunks: hiddenCount === 0 ? hunks : [...hunks, hiddenHunks(hiddenCount)],
		threads: threadsOf(
			content,
			displayed.map(({ read }) => read),
			options,
		),
	};
}

/** Says how many hunks are left out. */
const hiddenHunks = (hiddenCount: number): ShownHunk =>
	shownHunk({
		header: '',
		lines: [
			{
				sign: '\\',
				old: null,
				new: null,
				text: ` ${count(hiddenCount, 'more change')} not shown`,
				words: [],
				invisible: [],
				more: 0,
			},
		],
	});

/** Lines of a hunk that was not sent with its diff. */
export function hunkRows(
	{ file, patch }: ContentFile,
	hunk: number,
	from: number,
	ignoresWhitespace: boolean,
): readonly ShownLine[] {
	const found = file.hunks[hunk];
	const options = { ignoresWhitespace, from: Math.max(0, from), count: longestHunk };
	return found ? hunkLines(patch.source, found, options).lines : [];
}

const shownHunk = ({ header, lines }: { readonly header: string; readonly lines: readonly ShownLine[] }) => ({
	header,
	lines: lines.slice(0, maxLines),
	lineCount: lines.length,
});

function threadsOf(
	{ key, threads }: ContentFile,
	displayed: readonly (DisplayedHunk | undefined)[],
	options: DiffOptions,
): readonly ShownThread[] {
	const shown = threads.filter(({ hunk, last }) => hunk < displayed.length && last >= 0);
	return shown.map(({ hunk, first, last, parts }) => {
		// If white space is ignored, several lines are shown as one.
		const shownAt = displayed[hunk]?.displayedAt;
		const start = shownAt?.[first] ?? first;
		return {
			key: `${key}/${hunk}.${last}`,
			hunk,
			first: start,
			last: Math.max(start, shownAt?.[last] ?? last),
			replies: shownReplies(parts, options),
		};
	});
}
