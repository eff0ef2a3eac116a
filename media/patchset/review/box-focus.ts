import { focusWithPage } from '../../kit/focus.ts';
import { goToLine } from '../diffs/lines.ts';
import { returnToLines } from '../mails/text-lines.ts';
import type { CommentBox } from './comment-box.ts';

/** Focuses an element, and shows it. */
export function focusAndShow(element: HTMLElement | null): void {
	if (!element) return;
	if (element.tabIndex < 0) element.tabIndex = -1;
	focusWithPage(element);
	element.scrollIntoView({ block: 'nearest' });
}

/** Moves elements. If one of them loses the focus by the move, focuses it again. */
export function keepFocus(move: () => void): void {
	const focused = document.activeElement;
	const field = focused instanceof HTMLTextAreaElement ? focused : undefined;
	const { selectionStart = 0, selectionEnd = 0 } = field ?? {};
	move();
	if (!(focused instanceof HTMLElement) || focused === document.activeElement || !focused.isConnected) return;
	focusWithPage(focused);
	field?.setSelectionRange(selectionStart, selectionEnd);
}

/** The parts of the page that comments are in and that can have the focus. */
const parts = '.reply, .mail, .file, .patch, #overview';

/**
 * Goes from a box to what the user has commented on: the line of a diff, or the lines of a text. If that is more, to the comment. `near`: what is
 * above the box, or around it.
 */
export function returnToPlace({ draft: { at }, article }: CommentBox, near: Element | null): void {
	const line = at.kind === 'lines' ? lineAt(near) : undefined;
	const part = near?.closest<HTMLElement>(parts);
	if (line) goToLine(line);
	else if (at.kind === 'text' && part && returnToLines(part)) return;
	else if (article) focusAndShow(article);
	else if (part) focusWithPage(part);
}

/** Goes from a comment to the diff or the part of the page that it is in. */
export function leaveComment({ root, draft }: CommentBox): void {
	const around = root.closest<HTMLElement>(draft.at.kind === 'lines' ? '.lines' : parts);
	// Else the line that was the current one before would be one again.
	around?.querySelector('.l.here')?.classList.remove('here');
	if (around) focusWithPage(around);
}

/** The line that a comment is below. */
function lineAt(from: Element | null): HTMLElement | undefined {
	let at = from;
	while (at && !at.matches('.l')) at = at.previousElementSibling;
	return at instanceof HTMLElement ? at : undefined;
}
