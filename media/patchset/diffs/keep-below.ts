/**
 * Changes the height of an element. What the user reads below it stays where it is: what has the focus or, if the element begins above the
 * visible part of the page, all that is below. The browser's own scroll anchoring may keep the beginning of the element in place instead.
 */
export function keepBelow(element: HTMLElement, change: () => void): void {
	const { top, bottom } = element.getBoundingClientRect();
	const focused = focusBelow(element);
	if (!focused && (top >= 0 || bottom >= innerHeight)) {
		change();
		return;
	}
	const before = focused?.getBoundingClientRect().top ?? bottom;
	const { style } = document.documentElement;
	style.overflowAnchor = 'none';
	change();
	const after = focused?.getBoundingClientRect().top ?? element.getBoundingClientRect().bottom;
	window.scrollTo(0, window.scrollY + after - before);
	style.overflowAnchor = '';
}

/** What has the focus, if it is in view and below an element. */
function focusBelow(element: HTMLElement): Element | undefined {
	const focused = document.activeElement;
	if (!focused || (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) === 0)
		return undefined;
	const { top, bottom } = focused.getBoundingClientRect();
	return !element.contains(focused) && bottom > 0 && top < innerHeight ? focused : undefined;
}
