import { focusWithPage } from '../../kit/focus.ts';

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

/** The line that a comment is below. */
export function rowAbove(from: Element | null): HTMLElement | undefined {
	let at = from;
	while (at && !at.matches('.l')) at = at.previousElementSibling;
	return at instanceof HTMLElement ? at : undefined;
}
