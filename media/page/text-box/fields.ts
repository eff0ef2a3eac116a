type Field = HTMLInputElement | HTMLTextAreaElement;

/** The texts of fields, by the ids of the fields. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The fields that are on the page now, with their texts. */
export const fieldsOf = (texts: FieldTexts): readonly (readonly [field: Field, text: string])[] =>
	Object.entries(texts).flatMap(([id, text]) => {
		const field = document.getElementById(id);
		const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
		return isField ? [[field, text] as const] : [];
	});

export function fill(texts: FieldTexts): void {
	for (const [field, text] of fieldsOf(texts)) if (field.value !== text) field.value = text;
}

/** Replaces texts with what is left of them after their beginnings were sent. The caret stays where it is in the rest. */
export function fillWithRest(rests: FieldTexts): void {
	for (const [field, rest] of fieldsOf(rests)) {
		const { selectionStart, selectionEnd, value } = field;
		if (value === rest) continue;
		const removed = value.length - rest.length;
		field.value = rest;
		field.setSelectionRange(
			Math.max(0, (selectionStart ?? 0) - removed),
			Math.max(0, (selectionEnd ?? 0) - removed),
		);
	}
}
