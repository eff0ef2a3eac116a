/** What the user has selected; undefined if it is nothing. */
export function selectedRange(): Range | undefined {
	const selection = getSelection();
	return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
}

/** The last element that matches the selector and of which something is selected. A triple click also selects the start of the next paragraph, but nothing of its text. */
export function lastSelected(range: Range, selector: string): HTMLElement | undefined {
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	goToEnd(walker, range);
	do {
		const found = elementOf(walker.currentNode)?.closest<HTMLElement>(selector);
		if (found) return found;
	} while (walker.previousNode() && range.intersectsNode(walker.currentNode));
	return undefined;
}

/** Goes to the last text of a range. */
function goToEnd(walker: TreeWalker, { endContainer, endOffset }: Range): void {
	walker.currentNode = endContainer;
	// Of the element or text in which it ends, nothing is selected.
	if (endOffset === 0) walker.previousNode();
	else {
		// It ends in a text, or after a child of an element.
		walker.currentNode = endContainer.childNodes[endOffset - 1] ?? endContainer;
		while (walker.lastChild());
	}
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);
