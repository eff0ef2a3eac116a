import { visible } from '../../../base/text/invisible-characters.ts';
import { fileMarks } from '../../../mail/safety/file-marks.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import type { ViewedFile, ViewedState } from '../../state/viewed-files.ts';
import { linksVersion } from '../people/text-pieces.ts';
import type { CommentPlace } from '../protocol/comment-protocol.ts';
import type { ShownFile } from '../protocol/protocol.ts';
import { isRemark } from './remarks.ts';
import type { ContentFile } from './series-content.ts';
import { shownPath } from './shown-path.ts';
import { type ReplyOptions, shownReplies } from './shown-replies.ts';
import { unreadInFile } from './unread-diffs.ts';

interface FilePartOptions {
	readonly viewedStateOf: (file: ViewedFile) => ViewedState;
	readonly ignoresWhitespace: boolean;
	/** How many draft comments the user has in each file, by the key of the file. */
	readonly draftCounts: ReadonlyMap<string, number>;
	readonly replies: ReplyOptions;
}

const changedSinceViewed = { text: 'changed since you viewed it', isWarning: false };

/** The head of a file, without its diff. */
export function filePart(
	content: ContentFile,
	{ viewedStateOf, ignoresWhitespace, draftCounts, replies }: FilePartOptions,
): ShownFile {
	const { key, file, index, patch, threads } = content;
	const unread = unreadInFile(patch, file, index);
	const path = shownPath(file);
	const nameStart = path.lastIndexOf('/') + 1;
	const parts = threads.flatMap((thread) => thread.parts);
	const remarkCount = parts.filter(isRemark).length;
	const viewed = viewedStateOf(content);
	const isMoved = file.status === 'R' || file.status === 'C';
	return {
		key,
		version: JSON.stringify([
			ignoresWhitespace,
			parts.map(({ mail, start }) => [mail, start]),
			parts.length > 0 && linksVersion(replies.links),
		]),
		folder: path.slice(0, nameStart),
		name: path.slice(nameStart),
		oldPath: isMoved ? visible(file.old ?? '') : '',
		marks: [...fileMarks(file), ...(viewed === 'changed' ? [changedSinceViewed] : [])],
		additions: file.additions,
		deletions: file.deletions,
		warnings: content.warnings.map(({ text, line }) => ({
			text,
			line: line === undefined ? '' : String(line),
		})),
		withoutDiff:
			unread.length > 0 && file.hunks.length === 0 ? 'This diff could not be read.' : withoutDiff(file),
		unread,
		replies: shownReplies(
			threads.flatMap((thread) => (thread.last < 0 ? thread.parts : [])),
			replies,
		),
		replyCount: parts.length - remarkCount,
		remarkCount,
		draftCount: draftCounts.get(key) ?? 0,
		isViewed: viewed === 'viewed',
		lineCount: lineCount(file),
	};
}

/** Why there is no diff to show; empty if there is one. */
function withoutDiff({ binary, hunks, isCombined, status, oldMode, newMode }: FileDiff): string {
	if (binary) return 'Binary file';
	if (hunks.length > 0 || isCombined) return '';
	if (status === 'A') return 'Empty file';
	if (status === 'D') return 'Empty file deleted';
	if (oldMode !== newMode && oldMode !== undefined) return 'File mode changed';
	if (status === 'R') return 'File renamed without changes';
	return status === 'C' ? 'File copied without changes' : 'No changes';
}

/** The lines of the diff, with the headers of its hunks. */
const lineCount = ({ hunks, additions }: FileDiff): number =>
	hunks.reduce((sum, { oldCount }) => sum + oldCount + 1, additions);

/** How many comments stand in each file, by the key of the file on the page. */
export function countDrafts(comments: readonly { readonly at: CommentPlace }[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { at } of comments) if ('file' in at) counts.set(at.file, (counts.get(at.file) ?? 0) + 1);
	return counts;
}
