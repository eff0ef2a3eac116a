import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { currentLine, isInView, lineAbove, siblingLine } from '../diffs/lines.ts';
import { type SelectedLines, selectedLines } from '../mails/selected-lines.ts';
import { lastSelected, selectedRange } from '../mails/selected-text.ts';

/**
 * Where the user wants to comment: at what they have selected, at their `own` comment that has the focus, at what else has it, or at the patch
 * `inView`. Undefined if there is no mail.
 */
export const commentedPlace = (
	snapshot: PatchsetSnapshot,
	inView: Element | null,
	own: CommentPlace | undefined,
): CommentPlace | undefined =>
	selectedPlace(snapshot) ?? own ?? focusedPlace(snapshot) ?? placeInView(snapshot, inView);

/** What the user answers as a whole: the mail that they read, or the series if they read its beginning. */
export function mailToAnswer(
	snapshot: PatchsetSnapshot,
	inView: Element | null,
): number | 'series' | undefined {
	// The key that goes to the start focuses the cover letter.
	const isAtStart = document.activeElement?.id === 'overview';
	const chosen = selectedPlace(snapshot) ?? (isAtStart ? undefined : focusedPlace(snapshot));
	const isAtBeginning = mailInView(snapshot, inView) === undefined;
	if (!chosen && isAtBeginning && snapshot.patches.length > 0) return 'series';
	const place = chosen ?? placeInView(snapshot, inView);
	if (!place) return undefined;
	if ('mail' in place) return place.mail;
	const patch = snapshot.patches.find(({ files }) => files.some(({ key }) => key === place.file));
	return patch?.mail ?? snapshot.cover?.mail;
}

/** What is selected of a mail, in any part of the page that shows it; empty if nothing is, or if the selection begins in another part. */
export function selectedOf(mailId: number, snapshot: PatchsetSnapshot): string {
	const range = selectedRange();
	const part = range && selectedEnd(range)?.closest(parts);
	const isInPart = part?.contains(range?.startContainer ?? null) === true;
	return part && isInPart && mailOf(part, snapshot) === mailId ? `${getSelection()}` : '';
}

/** The lines from one row of a diff to another one, in any order. The lines of a combined diff have no numbers, so the comment is about its file. */
export function placeOfRows(one: HTMLElement, other: HTMLElement): CommentPlace | undefined {
	const file = one.closest<HTMLElement>('.file')?.dataset.file;
	if (file === undefined) return undefined;
	const isInOrder = (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) === 0;
	const [first, last] = (isInOrder ? [one, other] : [other, one]).map(withoutRemark);
	if (!first || !last) return undefined;
	return isNumbered(last)
		? { kind: 'lines', file, first: numbersOf(first), last: numbersOf(last) }
		: { kind: 'file', file };
}

/** A remark has no number. It is about the line above. */
const withoutRemark = (row: HTMLElement): HTMLElement | undefined =>
	row.matches('.remark') ? siblingLine(row, -1) : row;

/** Whether a line has a number in the old or in the new file. */
export const isNumbered = ({ dataset: { o, n } }: HTMLElement): boolean => o !== undefined || n !== undefined;

const numberIn = (value: string | undefined): number | null => (value === undefined ? null : Number(value));

const numbersOf = ({ dataset: { o, n } }: HTMLElement) => ({ oldLine: numberIn(o), newLine: numberIn(n) });

const rows = '.l:not(.inner, .remark)';
/** The texts of mails, without their senders. */
const texts = '.plain-mail';
/** The rows of the files in a diffstat, and the sum below them. */
const stats = '.diffstat [data-stat]';

/** The line or the text that the selection ends in. */
const selectedEnd = (range: Range): HTMLElement | undefined =>
	lastSelected(range, `${rows}, ${texts}, ${stats}`);

/** The first and the last selected line of the diff in which the selection ends. */
export function selectedRows(): readonly [HTMLElement, HTMLElement] | undefined {
	const range = selectedRange();
	const last = range && selectedEnd(range);
	if (!last?.matches(rows)) return undefined;
	const all = [...(last.parentElement?.querySelectorAll<HTMLElement>(`:scope > ${rows}`) ?? [])];
	return [all.find((row) => range?.intersectsNode(row)) ?? last, last];
}

/** If the selection goes over several texts, it is cut to the one in which it ends. */
function selectedPlace(snapshot: PatchsetSnapshot): CommentPlace | undefined {
	const lines = selectedRows();
	if (lines) return placeOfRows(...lines);
	const range = selectedRange();
	const text = range && selectedEnd(range);
	if (text?.matches(stats)) return placeInStat(text, snapshot);
	const part = text?.closest(parts);
	const mail = part ? mailOf(part, snapshot) : undefined;
	if (!range || !text || mail === undefined || `${range}`.trim() === '') return undefined;
	return placeInText(mail, text, selectedLines(text, range));
}

/** Lines of a text; the mail if it has no such lines. */
function placeInText(mailId: number, text: HTMLElement, lines: SelectedLines | undefined): CommentPlace {
	if (!lines) return { kind: 'mail', mail: mailId };
	const { text: name } = text.dataset;
	if (name !== 'message' && name !== 'notes')
		return { kind: 'text', mail: mailId, text: 'mail', patch: '', ...lines };
	const { patch = '' } = text.closest<HTMLElement>('.patch')?.dataset ?? {};
	return { kind: 'text', mail: mailId, text: name, patch, ...lines };
}

/** The row of a file in a diffstat. What all patches change together has none that was mailed. */
function placeInStat(row: HTMLElement, snapshot: PatchsetSnapshot): CommentPlace | undefined {
	const { patch = '' } = row.closest<HTMLElement>('.patch')?.dataset ?? {};
	const mail = mailOf(row, snapshot);
	const file = Number(row.dataset.stat);
	const quoted = row.querySelector('.path')?.textContent ?? row.textContent ?? '';
	return mail === undefined
		? undefined
		: { kind: 'text', mail, text: 'diffstat', patch, first: file, last: file, quoted };
}

/** The parts of the page that belong to one mail. */
const parts = '.reply:not(.earlier), .mail, .patch-head, #overview';

function focusedPlace(snapshot: PatchsetSnapshot): CommentPlace | undefined {
	const focused = document.activeElement;
	const part = focused?.closest<HTMLElement>(parts);
	if (part) return placeOfMail(mailOf(part, snapshot));
	const row = focused?.closest<HTMLElement>(stats);
	if (row) return placeInStat(row, snapshot);
	// A remark on the version before is answered at the line of this one.
	const remark = focused?.closest('.earlier');
	const line = (remark && lineAbove(remark)) ?? currentLine();
	if (line && isInView(line)) return placeOfRows(line, line);
	if (focused instanceof HTMLElement && focused.matches('.file'))
		return { kind: 'file', file: focused.dataset.file ?? '' };
	return focused?.matches('.patch') ? placeOfMail(mailOf(focused, snapshot)) : undefined;
}

/** The mail with the patch in view. */
function mailInView(snapshot: PatchsetSnapshot, inView: Element | null): number | undefined {
	const patch = inView?.closest('.patch');
	return patch ? mailOf(patch, snapshot) : undefined;
}

/** The mail with the patch in view, or else the first one of the page. */
function placeInView(snapshot: PatchsetSnapshot, inView: Element | null): CommentPlace | undefined {
	const { cover, patches, discussion } = snapshot;
	return placeOfMail(
		mailInView(snapshot, inView) ??
			cover?.mail ??
			patches.find((patch) => patch.mail !== null)?.mail ??
			discussion[0]?.id,
	);
}

const placeOfMail = (mailId: number | null | undefined): CommentPlace | undefined =>
	mailId === null || mailId === undefined ? undefined : { kind: 'mail', mail: mailId };

/** The mail that a part of the page shows. */
function mailOf(element: Element, { patches, cover }: PatchsetSnapshot): number | undefined {
	const { mail } = element instanceof HTMLElement ? element.dataset : {};
	if (mail !== undefined) return Number(mail);
	const key = element.closest<HTMLElement>('.patch')?.dataset.patch;
	const patch = patches.find((one) => one.key === key);
	return patch ? (patch.mail ?? undefined) : element.matches('#overview') ? cover?.mail : undefined;
}
