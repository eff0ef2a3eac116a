/* The lines of messages, cover letters and mails. Enter selects the first one in view, and the arrow keys others. Screen readers say which lines are selected. */

import { focusWithPage } from '../../kit/focus.ts';
import { stripHeight } from '../diffs/lines.ts';
import { paragraphs } from './selected-lines.ts';

/** The parts of the page that have texts and can have the focus. */
const parts = '.reply, .mail, .patch, #overview';

/** A line of a paragraph, by its offsets there. */
interface TextLine {
	readonly paragraph: HTMLElement;
	readonly start: number;
	readonly end: number;
}

/** What the keys have selected: from the line where that has begun to the current one. */
let selected: { readonly part: Element; readonly first: TextLine; readonly current: TextLine } | undefined;

/** Handles a key that is pressed without Ctrl, Alt and Meta while `at` has the focus. Returns whether it did. */
export function handleTextKey(
	{ key, shiftKey }: KeyboardEvent,
	at: Element | null,
	announce: (text: string) => void,
): boolean {
	if (!at?.matches(parts)) return false;
	if (key === 'Enter' && !shiftKey) {
		const didBegin = begin(at);
		if (didBegin) announce(describeSelection());
		return didBegin;
	}
	const isHere = selected?.part === at && selected.current.paragraph.isConnected && hasSelection();
	if (!selected || !isHere) return false;
	if (key === 'Escape') leave();
	else if (key === 'ArrowDown') step(selected, 1, shiftKey);
	else if (key === 'ArrowUp') step(selected, -1, shiftKey);
	else return false;
	announce(describeSelection());
	return true;
}

/** `Line 3 of 12, Mail by Bob Ellis`. Empty lines do not count, because the keys skip them. */
function describeSelection(): string {
	if (!selected) return '';
	const { part, first, current } = selected;
	const lines = linesIn(part);
	const [one, other] = [indexOf(first, lines) + 1, indexOf(current, lines) + 1];
	const [from, to] = one < other ? [one, other] : [other, one];
	const named = from === to ? `Line ${to}` : `Lines ${from} to ${to}`;
	return `${named} of ${lines.length}, ${nameOf(part)}`;
}

/** The name that screen readers know a part by. */
function nameOf(part: Element): string {
	const { ariaLabel } = part;
	if (ariaLabel !== null) return ariaLabel;
	const title = document.getElementById(part.getAttribute('aria-labelledby') ?? '');
	return title?.textContent?.trim() ?? '';
}

const indexOf = ({ paragraph, start }: TextLine, lines: readonly TextLine[]): number =>
	lines.findIndex((line) => line.paragraph === paragraph && line.start === start);

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

function begin(part: Element): boolean {
	const lines = linesIn(part);
	const strip = stripHeight();
	const isBelowStrip = (line: TextLine) => rangeOf(line).getBoundingClientRect().bottom > strip;
	const line = lines.find(isBelowStrip) ?? lines[0];
	if (line) select(part, line, line);
	return line !== undefined;
}

function step({ part, first, current }: NonNullable<typeof selected>, by: 1 | -1, isExtended: boolean): void {
	const lines = linesIn(part);
	const next = lines[indexOf(current, lines) + by];
	if (next) select(part, isExtended ? first : next, next);
}

/** Goes back to the lines that the keys have selected in a part of the page. Returns whether they are still there. */
export function returnToLines(part: HTMLElement): boolean {
	if (selected?.part !== part || !selected.current.paragraph.isConnected) return false;
	focusWithPage(part);
	select(part, selected.first, selected.current);
	return true;
}

function leave(): void {
	selected = undefined;
	getSelection()?.removeAllRanges();
}

function select(part: Element, first: TextLine, current: TextLine): void {
	selected = { part, first, current };
	const [from, to] = [rangeOf(first), rangeOf(current)];
	const isDown = from.compareBoundaryPoints(Range.START_TO_START, to) <= 0;
	const [start, end] = isDown ? [from, to] : [to, from];
	getSelection()?.setBaseAndExtent(start.startContainer, start.startOffset, end.endContainer, end.endOffset);
	show(to, current.paragraph.closest('pre'));
}

/** Scrolls to a line. A long diff in a text scrolls by itself. */
function show(range: Range, diff: Element | null): void {
	const distance = (top: number, bottom: number) => {
		const line = range.getBoundingClientRect();
		return line.top < top ? line.top - top : Math.max(0, line.bottom - bottom);
	};
	if (diff) {
		const { top, bottom } = diff.getBoundingClientRect();
		diff.scrollTop += distance(top, bottom);
	}
	scrollBy(0, distance(stripHeight(), innerHeight));
}

/** The lines of a part that are shown, without empty ones. */
function linesIn(part: Element): readonly TextLine[] {
	return [...part.querySelectorAll<HTMLElement>(paragraphs)]
		.filter((one) => one.closest(parts) === part && !one.closest('details:not([open])'))
		.flatMap((paragraph) => {
			let start = 0;
			const lines = (paragraph.textContent ?? '').split('\n').map((text) => {
				const line = { paragraph, start, end: start + text.length, text };
				// The next one begins after the line break.
				start = line.end + 1;
				return line;
			});
			return lines.filter(({ text }) => text.trim() !== '');
		});
}

function rangeOf({ paragraph, start, end }: TextLine): Range {
	const range = document.createRange();
	range.selectNodeContents(paragraph);
	const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
	let before = 0;
	for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
		const after = before + node.length;
		if (start >= before && start < after) range.setStart(node, start - before);
		if (end > before && end <= after) range.setEnd(node, end - before);
		before = after;
	}
	return range;
}
