import type { TextBox } from './text-box.ts';

const boxOf = (boxes: readonly TextBox[], element: Element): TextBox | undefined =>
	boxes.find((box) => box.contains(element));

/** Handles a key without Ctrl, Alt and Meta in one of the boxes. Returns whether it did. */
export function handleTextBoxKey(
	boxes: readonly TextBox[],
	event: KeyboardEvent,
	at: Element | null,
): boolean {
	const box = at && boxOf(boxes, at);
	if (!box) return false;
	if (at instanceof HTMLTextAreaElement) return box.completion.handleKey(event, at);
	if (at.getAttribute('role') !== 'tab' || !/^Arrow(Left|Right)$/.test(event.key)) return false;
	box.switchTab();
	return true;
}

/** Shows the tab whose button was clicked. */
export function showTabOf(boxes: readonly TextBox[], button: HTMLElement): Promise<void> | undefined {
	return boxOf(boxes, button)?.showTab(button.dataset.tab === 'preview' ? 'preview' : 'write');
}

/** Passes what the user types, and the suggestions that they click, to the boxes of the page. */
export function listenToTextBoxes(boxes: () => readonly TextBox[]): void {
	addEventListener('input', ({ target }) => {
		if (target instanceof HTMLTextAreaElement) boxOf(boxes(), target)?.didType(target);
	});
	// Not `click`: by then the field would have lost the focus and the list would be closed.
	addEventListener('mousedown', (event) => {
		const target = event.target instanceof Element ? event.target : null;
		const option = target?.closest<HTMLElement>('[data-suggestion]');
		const box = option && boxOf(boxes(), option);
		if (!option || !box?.field) return;
		event.preventDefault();
		box.completion.accept(Number(option.dataset.suggestion), box.field);
	});
	addEventListener('focusout', ({ target }) => {
		if (target instanceof HTMLTextAreaElement) boxOf(boxes(), target)?.completion.close();
	});
}
