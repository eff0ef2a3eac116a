/** Where the caret is. */
export function insertHere(field: HTMLTextAreaElement | HTMLInputElement, words: string): void {
	const { value, selectionStart, selectionEnd } = field;
	if (words !== '') insert(field, words, selectionStart ?? value.length, selectionEnd ?? value.length);
}

/** Where the caret is, or at the end for somebody who has gone elsewhere, and stays there. */
export function insertFromElsewhere(field: HTMLTextAreaElement, words: string): void {
	if (words === '') return;
	if (field === document.activeElement && document.hasFocus()) {
		insertHere(field, words);
		return;
	}
	field.setRangeText(words, field.value.length, field.value.length, 'end');
	field.dispatchEvent(new Event('input', { bubbles: true }));
}

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
