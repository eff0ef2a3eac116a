import { rememberByObject } from '../../base/remember.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { carryLines, carryMailLines } from '../../mail/compose/carry-lines.ts';
import type { CommentedLines } from '../../mail/compose/commented-lines.ts';
import { parseSubject } from '../../mail/patch/subject.ts';
import { linesAboveDiff, type QuotableLine } from '../../mail/replies/quotable-text.ts';
import type { QuoteAnchor } from '../../mail/replies/quote-anchor.ts';
import { linesOf } from '../../mail/unified-diff/lines.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { NetContent } from '../../patches/page/parts/net-content.ts';
import { otherPlace } from '../../patches/page/parts/other-place.ts';
import type { ContentFile, ContentPatch, SeriesContent } from '../../patches/page/parts/series-content.ts';
import { shownPath } from '../../patches/page/parts/shown-path.ts';
import type { CommentPlace, TextPlace } from '../../patches/page/protocol/comment-protocol.ts';
import { quotedText } from './quoted-text.ts';

/** What the page shows. */
export interface ShownMails {
	readonly content: SeriesContent;
	/** Set if it shows what the whole series changes. */
	readonly net: NetContent | undefined;
	readonly mails: ReadonlyMap<number, FullMail>;
}

type LineNumbers = Extract<CommentPlace, { kind: 'lines' }>['first'];

/** The mail at a place of the page, and its lines there. Fails if no mail has them. */
export function linesAt(
	place: CommentPlace,
	shown: ShownMails,
): { readonly mail: number; readonly lines: CommentedLines } {
	if (place.kind === 'mail' || place.kind === 'text') {
		const { mail } = place;
		const fullMail = shown.mails.get(mail);
		if (!fullMail) throw new ForgeError('missing', "This mail isn't loaded yet.");
		return { mail, lines: place.kind === 'mail' ? { kind: 'whole' } : linesOfText(place, fullMail, shown) };
	}
	const inPatch = place.kind === 'lines' ? placeInPatch(place, shown.net) : place;
	const found = fileOf(inPatch.file, shown.content);
	if (!found) throw new ForgeError('missing', 'No mail has these lines. Comment on a single patch instead.');
	const { mail, patch, file } = found;
	if (inPatch.kind === 'file') return { mail, lines: { kind: 'file', patch, file: file.index } };
	const lines = linesInFile(file, inPatch.first, inPatch.last);
	if (!lines) throw noSuchLine();
	return { mail, lines: { kind: 'diff', patch, file: file.index, ...lines } };
}

/** Where a comment is on the page. Undefined if the page does not show the commented lines. */
export function placeOfLines(
	mail: number,
	lines: CommentedLines,
	shown: ShownMails,
): CommentPlace | undefined {
	const { content, net, mails } = shown;
	const fullMail = mails.get(mail);
	if (!fullMail) return undefined;
	const later = linesInLaterMail(fullMail, lines, content);
	if (later) return placeOfLines(later.mail, later.lines, shown);
	switch (lines.kind) {
		case 'whole':
			return { kind: 'mail', mail };
		case 'mail': {
			const { first, last } = lines;
			const quoted = quotedText(fullMail.mail.text, lines);
			return { kind: 'text', mail, text: 'mail', patch: '', first, last, quoted };
		}
	}
	const patch = content.patches.find((one) => one.mailId === mail && one.nth === lines.patch);
	if (lines.kind === 'text') return patch ? placeInText(mail, lines, patch) : { kind: 'mail', mail };
	const file = patch?.files[lines.file];
	if (!file) return undefined;
	if (lines.kind === 'file') {
		const shownFile = net?.byChange.get(file.key)?.content ?? file;
		return { kind: 'file', file: shownFile.key };
	}
	const [first, last] = [lines.first, lines.last].map((line) => numbersOf(file, lines.hunk, line));
	if (!first || !last) return undefined;
	const place = { kind: 'lines', file: file.key, first, last } as const;
	return net ? placeInNet(place, net) : place;
}

/**
 * The lines that replace the commented ones in a later mail of the same version. If they have changed, the file or the mail as a whole. Undefined
 * if the page shows the mail of the comment.
 */
function linesInLaterMail(
	{ id, mail, patches: old }: FullMail,
	lines: CommentedLines,
	{ patches, discussion, cover }: SeriesContent,
): { readonly mail: number; readonly lines: CommentedLines } | undefined {
	if (patches.some(({ mailId }) => mailId === id) || discussion.some(({ fullMail }) => fullMail.id === id))
		return undefined;
	const before = old['patch' in lines ? lines.patch : 0];
	const { number, title } = before?.subject ?? parseSubject(mail.subject);
	// A series may be sent without numbers.
	const after = patches.find((one) => (number === undefined ? one.title === title : one.number === number));
	if (after?.mailId === undefined)
		return cover && { mail: cover.id, lines: carryMailLines(lines, mail.text, cover.mail.text).lines };
	const { mailId, patch, nth } = after;
	const whole = { mail: mailId, lines: { kind: 'whole' } } as const;
	const carried = before && patch && carryLines(lines, before, patch, nth);
	if (!carried) return whole;
	if (!carried.isChanged || carried.lines.kind === 'file') return { mail: mailId, lines: carried.lines };
	if (carried.lines.kind !== 'diff') return whole;
	return { mail: mailId, lines: { kind: 'file', patch: nth, file: carried.lines.file } };
}

/** The lines of the text that the page names. */
function linesOfText(
	{ text, patch: key, first, last }: TextPlace,
	{ id, mail }: FullMail,
	{ content }: ShownMails,
): CommentedLines {
	if (text === 'mail') {
		if (!hasLines(linesIn(mail.text), first, last)) throw noSuchLine();
		return { kind: 'mail', first, last };
	}
	const patch = content.patches.find((one) => one.key === key && one.mailId === id);
	if (!patch?.patch) throw noSuchLine();
	// Below the files, a diffstat has a line with their sum.
	const count = text === 'diffstat' ? patch.files.length + 1 : linesIn(patch.patch[text]);
	if (!hasLines(count, first, last)) throw noSuchLine();
	const isRow = ({ place }: QuotableLine) => place.text === 'diffstat' && place.line === first;
	if (text === 'diffstat' && !linesAboveDiff(patch.patch, 0).some(isRow)) {
		// The page shows a diffstat also if the mail has none.
		const isFile = first < patch.files.length;
		return isFile ? { kind: 'file', patch: patch.nth, file: first } : { kind: 'whole' };
	}
	return { kind: 'text', text, patch: patch.nth, first, last };
}

const linesIn = (text: string): number => text.split('\n').length;

const hasLines = (count: number, first: number, last: number): boolean =>
	first >= 0 && first <= last && last < count;

const noSuchLine = () => new ForgeError('missing', 'No mail has this line.');

function placeInText(
	mail: number,
	{ text, first, last }: Extract<CommentedLines, { kind: 'text' }>,
	{ key, patch, files }: ContentPatch,
): CommentPlace {
	const quoted =
		text === 'diffstat'
			? files.slice(first, last + 1).map(({ file }) => shownPath(file))
			: [quotedText(patch?.[text] ?? '', { first, last })];
	return { kind: 'text', mail, text, patch: key, first, last, quoted: quoted.join('\n') };
}

type LinePlace = Extract<CommentPlace, { kind: 'lines' }>;

/** The place in the patch that adds or removes the lines. */
function placeInPatch(place: LinePlace, net: NetContent | undefined): LinePlace {
	if (!net?.byKey.has(place.file) || net.byChange.has(place.file)) return place;
	const last = otherPlace({ file: place.file, ...place.last }, net);
	if (!last || isNowhere(last))
		throw new ForgeError('missing', 'No mail has this line. Comment on a single patch instead.');
	const first = otherPlace({ file: place.file, ...place.first }, net);
	const end = { oldLine: last.oldLine, newLine: last.newLine };
	const start =
		first?.file === last.file && !isNowhere(first) ? { oldLine: first.oldLine, newLine: first.newLine } : end;
	return { kind: 'lines', file: last.file, first: start, last: end };
}

/** The place in what the series as a whole changes: the lines or, if the last one is not there, their file. */
function placeInNet(place: LinePlace, net: NetContent): CommentPlace | undefined {
	const last = otherPlace({ file: place.file, ...place.last }, net);
	if (!last) return undefined;
	if (isNowhere(last)) return { kind: 'file', file: last.file };
	const first = otherPlace({ file: place.file, ...place.first }, net);
	const end = { oldLine: last.oldLine, newLine: last.newLine };
	const start = first && !isNowhere(first) ? { oldLine: first.oldLine, newLine: first.newLine } : end;
	return { kind: 'lines', file: last.file, first: start, last: end };
}

const isNowhere = ({ oldLine, newLine }: LineNumbers): boolean => oldLine === null && newLine === null;

function fileOf(key: string, { patches }: SeriesContent) {
	for (const { mailId, nth, files } of patches) {
		const file = files.find((one) => one.key === key);
		if (file && mailId !== undefined) return { mail: mailId, patch: nth, file };
	}
	return undefined;
}

/** The lines of a hunk from `first` to `last`. If `first` is in another hunk, they begin with the hunk of `last`. */
function linesInFile(
	{ file: { hunks }, patch: { source } }: ContentFile,
	first: LineNumbers,
	last: LineNumbers,
): Omit<QuoteAnchor, 'patch' | 'file'> | undefined {
	for (const [at, hunk] of hunks.entries()) {
		const numbers = [...linesOf(source, hunk)];
		const end = indexOf(numbers, last);
		if (end === -1) continue;
		const start = indexOf(numbers, first);
		return { hunk: at, first: Math.min(start === -1 ? 0 : start, end), last: Math.max(start, end) };
	}
	return undefined;
}

interface NumberedLine {
	readonly oldLine: number | undefined;
	readonly newLine: number | undefined;
}

/** The index of the line with these numbers. If white space is ignored, a removed and an added line can be shown as one: then the added one. */
function indexOf(lines: readonly NumberedLine[], { oldLine, newLine }: LineNumbers): number {
	const exact = lines.findIndex(
		(line) => (line.oldLine ?? null) === oldLine && (line.newLine ?? null) === newLine,
	);
	if (exact !== -1) return exact;
	const isSame = (line: NumberedLine) =>
		newLine === null ? line.oldLine === oldLine : line.newLine === newLine;
	return oldLine === null && newLine === null ? -1 : lines.findIndex(isSame);
}

/** The lines of the hunks of a file that have comments, by index. Each snapshot looks up all comments, and a long hunk may have many. */
const commentedHunksOf = rememberByObject((_: ContentFile) => new Map<number, readonly NumberedLine[]>());

function numbersOf(file: ContentFile, index: number, line: number): LineNumbers | undefined {
	const hunks = commentedHunksOf(file);
	const hunk = file.file.hunks[index];
	const lines = hunks.get(index) ?? (hunk ? [...linesOf(file.patch.source, hunk)] : []);
	hunks.set(index, lines);
	const found = lines[line];
	return found && { oldLine: found.oldLine ?? null, newLine: found.newLine ?? null };
}
