/** What the user has selected in an element; empty if it is nothing, or reaches beyond the element. */
export function selectedIn(element: Element | null): string {
	const selection = getSelection();
	if (!selection || selection.isCollapsed || !element) return '';
	const isInside = element.contains(selection.anchorNode) && element.contains(selection.focusNode);
	return isInside ? selection.toString() : '';
}
