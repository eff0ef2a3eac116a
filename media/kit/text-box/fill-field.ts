/** The text that each field was filled with. A field changes line breaks, so that its value may differ. */
const filled = new WeakMap<Element, string>();

/** Shows a text in a field, unless it shows it already: the caret and the undo history stay. */
export function fillField(field: Element | null, text: string): void {
	if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
	if (filled.get(field) !== text && field.value !== text) field.value = text;
	filled.set(field, text);
}
