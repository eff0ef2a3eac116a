/** Inserts text as if the user had typed it, so that the field's own undo removes it. */
export function insert(
	field: HTMLTextAreaElement | HTMLInputElement,
	words: string,
	start: number,
	end: number,
) {
	field.focus();
	field.setSelectionRange(start, end);
	if (document.execCommand(words === '' ? 'delete' : 'insertText', false, words)) return;
	field.setRangeText(words, start, end, 'end');
	field.dispatchEvent(new Event('input', { bubbles: true }));
}
