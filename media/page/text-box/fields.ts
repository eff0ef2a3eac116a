type Field = HTMLInputElement | HTMLTextAreaElement;

/** The texts of fields, by the ids of the fields. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The fields that are on the page now, with their texts. */
const fieldsOf = (texts: FieldTexts): readonly (readonly [field: Field, text: string])[] =>
	Object.entries(texts).flatMap(([id, text]) => {
		const field = document.getElementById(id);
		const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
		return isField ? [[field, text] as const] : [];
	});

/** The fields of the page that show a draft. */
export class DraftFields {
	/** The fields that already have their text. */
	#filled: ReadonlySet<Element> = new Set();

	/** Fills the fields that are new on the page. In a field that existed before, the user may have typed. */
	fillNew(texts: FieldTexts): void {
		const fields = fieldsOf(texts);
		for (const [field, text] of fields) {
			if (!this.#filled.has(field) && field.value !== text) field.value = text;
		}
		this.#filled = new Set(fields.map(([field]) => field));
	}

	fill(texts: FieldTexts): void {
		for (const [field, text] of fieldsOf(texts)) if (field.value !== text) field.value = text;
	}
}
