import { focusWithPage } from './focus.ts';

/** Inserts text as if the user had typed it, so that the field's own undo removes it. */
export function insert(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
	focusWithPage(field);
	field.setSelectionRange(start, end);
	// Deprecated, but nothing else adds to the undo history.
	if (field === document.activeElement && document.execCommand('insertText', false, text)) return;
	field.setRangeText(text, start, end, 'end');
	field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Does in the field that has the focus what a key would have done that was pressed before. */
export function typeKey(field: HTMLTextAreaElement, key: string): void {
	if (key === 'Backspace') document.execCommand('delete');
	else insert(field, key === 'Enter' ? '\n' : key, field.selectionStart, field.selectionEnd);
}
