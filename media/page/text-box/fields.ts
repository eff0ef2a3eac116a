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
