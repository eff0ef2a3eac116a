/** Inserts text as if the user had typed it, so that the field's own undo removes it. */
export function insert(
	field: HTMLTextAreaElement | HTMLInputElement,
	text: string,
	start: number,
	end: number,
) {
	field.focus();
	field.setSelectionRange(start, end);
	if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
	field.setRangeText(text, start, end, 'end');
	field.dispatchEvent(new Event('input', { bubbles: true }));
}
