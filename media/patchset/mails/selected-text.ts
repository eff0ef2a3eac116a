/** What the user has selected; undefined if it is nothing. */
export function selectedRange(): Range | undefined {
	const selection = getSelection();
	return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
}

/** The last element that matches the selector and of which something is selected. A triple click also selects the start of the next paragraph, but nothing of its text. */
export function lastSelected(range: Range, selector: string): HTMLElement | undefined {
	const { endContainer, endOffset } = range;
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	walker.currentNode = endContainer;
	if (endOffset === 0) walker.previousNode();
	else {
		walker.currentNode = endContainer.childNodes[endOffset - 1] ?? endContainer;
		while (walker.lastChild());
	}
	do {
		const found = elementOf(walker.currentNode)?.closest<HTMLElement>(selector);
		if (found) return found;
	} while (walker.previousNode() && range.intersectsNode(walker.currentNode));
	return undefined;
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);
