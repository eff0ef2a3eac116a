import { linesOf } from '../../mail/unified-diff/lines.ts';
import { NetLines, sideOf } from '../../patches/model/net-diff/net-lines.ts';
import type { CommentKey } from '../../patches/model/review-comment.ts';
import type { PatchKey } from '../../patches/model/side-texts/document-address.ts';
import {
	type DocumentRange,
	type LineInHunk,
	lineInHunk,
	ownRanges,
} from '../../patches/model/side-texts/document-hunks.ts';
import type { DocumentLines, KeyedChange } from '../../patches/model/side-texts/document-lines.ts';
import type { VersionFile } from '../../patches/model/side-texts/file-lines.ts';
import { messageLines } from '../../patches/model/side-texts/message-text.ts';
import type { MailKey } from '../../platform/model/keys.ts';
import { documentThreads } from './document-threads.ts';

/** What a comment on a whole document is about: the file, in the last patch that changes it, or the patch of a message. */
export function commentOnDocument(lines: DocumentLines): CommentKey | undefined {
	if (lines.kind === 'message') return { ...mailOf(lines.key), lines: { kind: 'whole' } };
	const { key } = lines.changes.at(-1) ?? {};
	return key && { ...mailOf(key), lines: { kind: 'file', patch: key.patch, file: key.file } };
}

const mailOf = ({ account, owner, list, mail }: PatchKey): MailKey => ({ account, owner, list, mail });

/** Whether a comment is about all of a document. Of the two sides of a file, it is about the new one, or about the only one. */
export function isOnDocument(shown: DocumentLines, { mail, lines }: CommentKey): boolean {
	if (shown.kind === 'message') return lines.kind === 'whole' && shown.key.mail === mail;
	const { hunks, changes } = shown;
	const isShownSide = hunks.shows !== 'old' || hunks.file.new === undefined;
	const isOf = ({ key }: KeyedChange) =>
		lines.kind === 'file' && key.mail === mail && key.patch === lines.patch && key.file === lines.file;
	return isShownSide && changes.some(isOf);
}

/**
 * What a comment on lines of a document is about. Undefined if the last line is in no mail. If the first one is in another hunk or text, the
 * comment is about the last one only.
 */
export function commentAt(lines: DocumentLines, { first, last }: DocumentRange): CommentKey | undefined {
	const end = lineAt(lines, last);
	const start = first === last ? end : lineAt(lines, first);
	if (!end) return undefined;
	const isRange = start && isSameText(start, end) && start.line <= end.line;
	const range = { first: isRange ? start.line : end.line, last: end.line };
	const { patch } = end.key;
	const key = mailOf(end.key);
	if (end.kind === 'message') return { ...key, lines: { kind: 'text', text: end.text, patch, ...range } };
	return { ...key, lines: { kind: 'diff', patch, file: end.key.file, hunk: end.hunk, ...range } };
}

/** The lines of a document that are in mails, so that the user can comment on them. */
export function commentRanges(lines: DocumentLines): readonly DocumentRange[] {
	if (lines.kind === 'file') return ownRanges(lines.hunks);
	const ranges: { first: number; last: number; readonly text: string }[] = [];
	for (const [at, line] of messageLines(lines.patch).entries()) {
		const range = ranges.at(-1);
		if (!line) continue;
		if (range?.text === line.text && range.last === at - 1) range.last = at;
		else ranges.push({ first: at, last: at, text: line.text });
	}
	return ranges.map(({ first, last }) => ({ first, last }));
}

/** The range that is nearest to a line; undefined if there is none. */
export function nearestRange(ranges: readonly DocumentRange[], line: number): DocumentRange | undefined {
	const distanceOf = ({ first, last }: DocumentRange) => Math.max(first - line, line - last, 0);
	return ranges.reduce<DocumentRange | undefined>(
		(nearest, range) => (nearest && distanceOf(nearest) <= distanceOf(range) ? nearest : range),
		undefined,
	);
}

/** The lines of a document that a comment is about. Undefined if the document does not show them. */
export function rangeOfComment(shown: DocumentLines, key: CommentKey): DocumentRange | undefined {
	const { lines } = key;
	if (lines.kind !== 'diff' && lines.kind !== 'text') return undefined;
	const isOf = ({ mail, patch }: PatchKey) => mail === key.mail && patch === lines.patch;
	const [found] = documentThreads(shown, {
		ofFile: (file) =>
			lines.kind === 'diff' && isOf(file) && file.file === lines.file ? [{ ...lines, parts: [] }] : [],
		ofPatch: (patch) => (lines.kind === 'text' && isOf(patch) ? [{ ...lines, parts: [] }] : []),
	});
	return found?.range;
}

/** A line of a mail that a document shows. */
type LineOfMail = { readonly line: number } & (
	| { readonly kind: 'message'; readonly key: PatchKey; readonly text: 'message' | 'notes' }
	| { readonly kind: 'hunk'; readonly key: KeyedChange['key']; readonly hunk: number }
);

function isSameText(one: LineOfMail, other: LineOfMail): boolean {
	if (one.kind === 'message') return other.kind === 'message' && one.text === other.text;
	return other.kind === 'hunk' && one.hunk === other.hunk && one.key === other.key;
}

function lineAt(lines: DocumentLines, at: number): LineOfMail | undefined {
	if (lines.kind === 'message') {
		const found = messageLines(lines.patch)[at];
		return found && { kind: 'message', key: lines.key, ...found };
	}
	const { changes, hunks } = lines;
	const shown = lineInHunk(hunks, at);
	const [change, ...others] = changes;
	if (!shown || !change) return undefined;
	return others.length === 0
		? { kind: 'hunk', key: change.key, ...shown }
		: lineOfChanges(changes, hunks, shown);
}

/** Where a line of a combined diff is in the patches: in the patch that adds or removes it, or else in a patch that contains it. */
function lineOfChanges(
	changes: readonly KeyedChange[],
	{ source, file }: VersionFile,
	{ hunk, line }: LineInHunk,
): LineOfMail | undefined {
	const shown = file.hunks[hunk];
	const read = shown && [...linesOf(source, shown)][line];
	const numbers = read && sideOf(read);
	const found = numbers && new NetLines(changes).changedLineOf(numbers);
	return found && { kind: 'hunk', key: found.change.key, ...found.place };
}
