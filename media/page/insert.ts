/** Writes as a person would, so that the field's own undo takes it back. */
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
