import type { MarkdownBox } from './text-box.ts';

/** Handles a key without Ctrl, Alt and Meta in a box. Returns whether it did. */
export function handleTextBoxKey(box: MarkdownBox, event: KeyboardEvent, at: Element | null): boolean {
	if (!at || !box.contains(at)) return false;
	if (at instanceof HTMLTextAreaElement) return box.completion.handleKey(event, at);
	if (at.getAttribute('role') !== 'tab' || !/^Arrow(Left|Right)$/.test(event.key)) return false;
	box.switchTab();
	return true;
}

/** Shows the tab whose button was clicked. */
export const showTabOf = (box: MarkdownBox, { dataset }: HTMLElement): Promise<void> =>
	box.showTab(dataset.tab === 'preview' ? 'preview' : 'write');

/** Passes what the user types, and the suggestions that they click, to the box. */
export function listenToTextBox(box: MarkdownBox): void {
	addEventListener('input', ({ target }) => {
		if (target instanceof HTMLTextAreaElement && box.contains(target)) box.didType(target);
	});
	// Not `click`: by then the field would have lost the focus and the list would be closed.
	addEventListener('mousedown', (event) => {
		const target = event.target instanceof Element && event.button === 0 ? event.target : null;
		const option = target?.closest<HTMLElement>('[data-suggestion]');
		const { field } = box;
		if (!option || !field) return;
		event.preventDefault();
		box.completion.accept(Number(option.dataset.suggestion), field);
	});
	addEventListener('focusout', ({ target }) => {
		if (target instanceof HTMLTextAreaElement && box.contains(target)) box.completion.close();
	});
}
