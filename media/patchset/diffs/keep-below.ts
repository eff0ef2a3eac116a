/**
 * Changes the height of an element. If it begins above the visible part of the page, what is below it stays where it is. The browser's own
 * scroll anchoring may keep the beginning of the element in place, which the user does not see.
 */
export function keepBelow(element: HTMLElement, change: () => void): void {
	const { top, bottom } = element.getBoundingClientRect();
	if (top >= 0 || bottom >= innerHeight) {
		change();
		return;
	}
	const { style } = document.documentElement;
	style.overflowAnchor = 'none';
	change();
	window.scrollTo(0, window.scrollY + element.getBoundingClientRect().bottom - bottom);
	style.overflowAnchor = '';
}
