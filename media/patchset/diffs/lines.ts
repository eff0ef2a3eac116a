/* The lines of diffs, and the current line, which the keys move. */

import { focusedElement, focusWithPage } from '../../kit/focus.ts';

/** The row of a line, or undefined. */
const asRow = (element: Element | null | undefined): HTMLElement | undefined =>
	element instanceof HTMLElement && element.matches('.l') ? element : undefined;

/** The line that has the focus or had it last. Undefined if the focus has since moved to another file, or to a file or patch as a whole. */
export function currentLine(): HTMLElement | undefined {
	const focused = document.activeElement;
	const last = document.querySelector<HTMLElement>('.l.here') ?? undefined;
	const section = focused?.closest('.file, .patch');
	const hasLeft =
		section && (section === focused || (section.matches('.file') && !section.contains(last ?? null)));
	return asRow(focused) ?? (hasLeft ? undefined : last);
}

const isShown = (row: HTMLElement): boolean => row.closest<HTMLElement>('.lines')?.hidden === false;

/** Makes a line the current one, without scrolling. */
function markLine(row: HTMLElement): void {
	for (const before of document.querySelectorAll('.l.here')) before.classList.remove('here');
	row.classList.add('here');
}

/** The line with a number: in the new version or, if it was removed, in the old one. */
export const lineWithNumber = (
	lines: readonly (HTMLElement | undefined)[],
	number: string,
): HTMLElement | undefined =>
	lines.find((row) => row?.dataset.n === number) ??
	lines.find((row) => row?.dataset.n === undefined && row?.dataset.o === number) ??
	lines.find((row) => row?.dataset.o === number);

/** The line that a reply is below. */
export function lineAbove(reply: Element): HTMLElement | undefined {
	let at: Element | null | undefined = reply.closest('.thread');
	while (at && !asRow(at)) at = at.previousElementSibling;
	return asRow(at);
}

/** Moves the focus to a line. */
export function goToLine(row: HTMLElement): void {
	markLine(row);
	row.tabIndex = -1;
	focusWithPage(row);
	row.scrollIntoView({ block: 'nearest' });
}

export function siblingLine(row: HTMLElement, by: 1 | -1): HTMLElement | undefined {
	let at: Element | null = row;
	do at = by === 1 ? at.nextElementSibling : at.previousElementSibling;
	while (at && !asRow(at));
	return asRow(at);
}

const lengthOf = (name: string): number =>
	Number.parseFloat(getComputedStyle(document.body).getPropertyValue(name));

/** What the strips cover at the top of the window. */
export const stripHeight = (): number => lengthOf('--top') + lengthOf('--head');

const isInViewBelow = (strip: number, element: HTMLElement): boolean => {
	const { top, bottom } = element.getBoundingClientRect();
	return bottom > strip && top < innerHeight;
};

export const isInView = (element: HTMLElement): boolean => isInViewBelow(stripHeight(), element);

/** The first line of the next file that has lines or, going up, the last line of the previous one. */
function edgeLineOfNeighbor(row: HTMLElement, by: 1 | -1): HTMLElement | undefined {
	const files = [...document.querySelectorAll<HTMLElement>('.lines:not([hidden])')];
	const at = files.findIndex((one) => one.contains(row));
	const others = by === 1 ? files.slice(at + 1) : files.slice(0, at).reverse();
	for (const file of others) {
		const rows = file.querySelectorAll<HTMLElement>('.l');
		const edge = by === 1 ? rows[0] : rows[rows.length - 1];
		if (edge) return edge;
	}
	return undefined;
}

/** The first line in view. Looks only into files in view: the browser would lay out the others for it. */
export function firstInView(): HTMLElement | undefined {
	// Once for all rows, of which there can be thousands.
	const strip = stripHeight();
	for (const file of document.querySelectorAll<HTMLElement>('.file')) {
		if (!isInViewBelow(strip, file)) continue;
		const rows = file.querySelectorAll<HTMLElement>('.lines:not([hidden]) .l');
		const row = [...rows].find((one) => isInViewBelow(strip, one));
		if (row) return row;
	}
	return undefined;
}

/** The current line of the diff that has the focus. Undefined while anything else has it, such as a reply. */
function focusedLine(): HTMLElement | undefined {
	const focused = document.activeElement;
	return asRow(focused) ?? asRow(focused?.matches('.lines') ? focused.querySelector('.l.here') : null);
}

/** Moves from the current line to the next or previous one. */
function stepToLine(from: HTMLElement, by: 1 | -1): void {
	getSelection()?.removeAllRanges();
	const to = siblingLine(from, by) ?? edgeLineOfNeighbor(from, by);
	if (to) goToLine(to);
}

/** Selects from the line where the selection has begun, or from the current line, to the next or previous one. */
function selectToLine(from: HTMLElement, by: 1 | -1): void {
	const to = siblingLine(from, by);
	if (!to) return;
	const selection = getSelection();
	const anchor = selection?.isCollapsed === false ? selection.anchorNode : null;
	const begun = (anchor instanceof Element ? anchor : anchor?.parentElement)?.closest('.l');
	const start = begun && begun.parentElement === from.parentElement ? begun : from;
	goToLine(to);
	const isDown = (start.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING) === 0;
	const [startAt, endAt] = isDown ? [0, to.childNodes.length] : [start.childNodes.length, 0];
	selection?.setBaseAndExtent(start, startAt, to, endAt);
}

/** Leaves the current line, so that the arrow keys scroll again. The focus stays at the diff. */
function leaveLine(row: HTMLElement): void {
	row.classList.remove('here');
	row.closest<HTMLElement>('.lines')?.focus({ preventScroll: true });
}

/** Handles a key that is pressed without Ctrl, Alt and Meta while a diff has a current line. Returns whether it did. */
export function handleLineKey({ key, shiftKey }: KeyboardEvent): boolean {
	const line = focusedLine();
	if (!line) return false;
	if (key === 'ArrowDown' && shiftKey) selectToLine(line, 1);
	else if (key === 'ArrowUp' && shiftKey) selectToLine(line, -1);
	else if (shiftKey) return false;
	else if (key === 'ArrowDown') stepToLine(line, 1);
	else if (key === 'ArrowUp') stepToLine(line, -1);
	else if (key === 'Escape') leaveLine(line);
	else return false;
	return true;
}

/** The file that has the focus, if its top is in view. */
function focusedFile(): HTMLElement | undefined {
	const focused = document.activeElement;
	if (!(focused instanceof HTMLElement) || !focused.matches('.file')) return undefined;
	const { top } = focused.getBoundingClientRect();
	return top >= 0 && top < innerHeight ? focused : undefined;
}

/** Where the user reads without a current line: the file that has the focus, else the first line in view, else the first file in view or below. */
const placeInView = (): HTMLElement | undefined =>
	focusedFile() ??
	firstInView() ??
	[...document.querySelectorAll<HTMLElement>('.file')].find(
		(file) => file.getBoundingClientRect().bottom > stripHeight(),
	);

/** The first changed line of a hunk, or its first line if none is shown as changed. */
function startOfHunk(head: HTMLElement): HTMLElement | undefined {
	const first = siblingLine(head, 1);
	for (
		let at: Element | null = head.nextElementSibling;
		at && !at.matches('.hunk-head');
		at = at.nextElementSibling
	)
		if (at.matches('.added, .removed')) return asRow(at);
	return first && headOf(first) === head ? first : undefined;
}

function headOf(row: Element): Element | null {
	let at: Element | null = row;
	while (at && !at.matches('.hunk-head')) at = at.previousElementSibling;
	return at;
}

/** The first changed lines of the hunks, in a file or on the page. */
export const hunkStarts = (within: ParentNode): readonly HTMLElement[] =>
	[...within.querySelectorAll<HTMLElement>('.hunk-head')].flatMap((head) => startOfHunk(head) ?? []);

/** Goes to a line, and shows the head of its hunk. */
export function goToHunk(row: HTMLElement): void {
	headOf(row)?.scrollIntoView({ block: 'nearest' });
	goToLine(row);
}

export const isLoading = (file: Element): boolean =>
	file.querySelector(':scope > .lines[data-state=pending]:not([hidden])') !== null;

/**
 * The first changed line of the next or previous hunk, seen from the current line or else from what is in view; or a file whose lines are not on
 * the page yet.
 */
export function nextHunk(by: 1 | -1): HTMLElement | undefined {
	const all = [...document.querySelectorAll<HTMLElement>('.file')].flatMap((file) =>
		isLoading(file)
			? [file]
			: hunkStarts(file.querySelector('.lines:not([hidden])') ?? new DocumentFragment()),
	);
	const line = currentLine();
	const isAtLine = line !== undefined && isShown(line) && (line === document.activeElement || isInView(line));
	const from = isAtLine ? line : placeInView();
	// Without a current line, the user is just before what is in view.
	const isAfter = (one: HTMLElement) =>
		one === from
			? !isAtLine
			: from !== undefined && (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
	return by === 1 ? all.find(isAfter) : all.findLast((one) => one !== from && !isAfter(one));
}

/** Replaces the lines of a diff. The current line stays the same one if it is still there. */
export function keepCurrentLine(lines: HTMLElement, replace: () => void): void {
	const before = lines.querySelector<HTMLElement>('.l.here');
	const hadFocus = before !== null && before === focusedElement();
	const { o, n } = before?.dataset ?? {};
	replace();
	if (!before) return;
	const attribute = (name: string, value: string | undefined) =>
		value === undefined ? '' : `[data-${name}="${CSS.escape(value)}"]`;
	const after = lines.querySelector<HTMLElement>(`.l${attribute('o', o)}${attribute('n', n)}`);
	if (after && hadFocus) goToLine(after);
	else if (after) markLine(after);
	else if (hadFocus) focusWithPage(lines);
}

/** A click on a line makes it the current one, for the keys. */
export function listenToLines(): void {
	addEventListener('click', ({ target }) => {
		const row = asRow(target instanceof Element ? target.closest('.l') : null);
		if (row) markLine(row);
	});
}
