import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { currentLine, isInView } from '../diffs/lines.ts';

/** Where the user wants to comment: at what they have selected, at what has the focus, or at the patch `inView`. Undefined if there is no mail. */
export function commentedPlace(snapshot: PatchsetSnapshot, inView: Element | null): CommentPlace | undefined {
	return selectedPlace(snapshot) ?? focusedPlace(snapshot) ?? placeInView(snapshot, inView);
}

/** The mail that the user answers as a whole: the one that they read. */
export function mailToAnswer(snapshot: PatchsetSnapshot, inView: Element | null): number | undefined {
	const place = commentedPlace(snapshot, inView);
	if (!place || place.kind === 'mail') return place?.mail;
	const patch = snapshot.patches.find(({ files }) => files.some(({ key }) => key === place.file));
	return patch?.mail ?? snapshot.cover?.mail;
}

/** The lines from one row of a diff to another one, in any order. */
export function placeOfRows(one: HTMLElement, other: HTMLElement): CommentPlace | undefined {
	const file = one.closest<HTMLElement>('.file')?.dataset.file;
	const isInOrder = (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) === 0;
	const [first, last] = isInOrder ? [one, other] : [other, one];
	return file === undefined
		? undefined
		: { kind: 'lines', file, first: numbersOf(first), last: numbersOf(last) };
}

const numberIn = (value: string | undefined): number | null => (value === undefined ? null : Number(value));

const numbersOf = ({ dataset: { o, n } }: HTMLElement) => ({ oldLine: numberIn(o), newLine: numberIn(n) });

/** The rows of lines that the selection begins and ends in, if it is in one diff. */
export function selectedRows(): readonly [HTMLElement, HTMLElement] | undefined {
	const selection = getSelection();
	if (!selection || selection.isCollapsed) return undefined;
	const [from, to] = [selection.anchorNode, selection.focusNode].map(rowOf);
	return from && to && from.parentElement === to.parentElement ? [from, to] : undefined;
}

const elementOf = (node: Node | null): Element | null =>
	node instanceof Element ? node : (node?.parentElement ?? null);

const rowOf = (node: Node | null): HTMLElement | null =>
	elementOf(node)?.closest<HTMLElement>('.l:not(.inner, .remark)') ?? null;

function selectedPlace(snapshot: PatchsetSnapshot): CommentPlace | undefined {
	const rows = selectedRows();
	if (rows) return placeOfRows(...rows);
	const selection = getSelection();
	if (!selection || selection.isCollapsed || selection.toString().trim() === '') return undefined;
	const [from, to] = [selection.anchorNode, selection.focusNode].map((node) =>
		elementOf(node)?.closest<HTMLElement>(texts),
	);
	const mail = from && from === to ? mailOf(from, snapshot) : undefined;
	return mail === undefined ? undefined : { kind: 'mail', mail, quoted: selection.toString() };
}

/** The parts of the page with text of one mail. */
const texts = '.reply, .mail, .patch-head, #overview';

function focusedPlace(snapshot: PatchsetSnapshot): CommentPlace | undefined {
	const focused = document.activeElement;
	const text = focused?.closest<HTMLElement>(texts);
	if (text) return placeOfMail(mailOf(text, snapshot));
	const line = currentLine();
	if (line && isInView(line) && line.matches(':not(.remark)')) return placeOfRows(line, line);
	if (focused instanceof HTMLElement && focused.matches('.file'))
		return { kind: 'file', file: focused.dataset.file ?? '' };
	return focused?.matches('.patch') ? placeOfMail(mailOf(focused, snapshot)) : undefined;
}

/** The mail with the patch in view, or else the first one of the page. */
function placeInView(snapshot: PatchsetSnapshot, inView: Element | null): CommentPlace | undefined {
	const { cover, patches, discussion } = snapshot;
	const patch = inView?.closest('.patch');
	const mail = patch && mailOf(patch, snapshot);
	return placeOfMail(
		mail ?? cover?.mail ?? patches.find((one) => one.mail !== null)?.mail ?? discussion[0]?.id,
	);
}

const placeOfMail = (mail: number | null | undefined): CommentPlace | undefined =>
	mail === null || mail === undefined ? undefined : { kind: 'mail', mail, quoted: '' };

/** The mail that a part of the page shows. */
function mailOf(element: Element, { patches, cover }: PatchsetSnapshot): number | undefined {
	const { mail } = element instanceof HTMLElement ? element.dataset : {};
	if (mail !== undefined) return Number(mail);
	const key = element.closest<HTMLElement>('.patch')?.dataset.patch;
	const patch = patches.find((one) => one.key === key);
	return patch ? (patch.mail ?? undefined) : element.matches('#overview') ? cover?.mail : undefined;
}
