import * as v from 'valibot';

/** Shorter texts are not worth a reference. */
const fewestCharacters = 100;

const List = v.array(v.unknown());
const WithTexts = v.object({ texts: v.array(v.string()), entries: List });
const Reference = v.strictObject({ $text: v.number() });

/**
 * Spells a list as JSON, with each long text that occurs repeatedly only once: a comment on 500 items is in 500 entries. Without such
 * texts, it is the plain list.
 */
export function stringifyDeduplicated(list: readonly unknown[]): string {
	const counts = new Map<string, number>();
	const plain = JSON.stringify(list, (_, value: unknown) => {
		if (typeof value === 'string' && value.length >= fewestCharacters)
			counts.set(value, (counts.get(value) ?? 0) + 1);
		return value;
	});
	const texts = [...counts].flatMap(([text, count]) => (count > 1 ? [text] : []));
	if (texts.length === 0) return plain;
	const references = new Map(texts.map((text, index) => [text, { $text: index }]));
	const entries = JSON.stringify(list, (_, value: unknown) =>
		typeof value === 'string' ? (references.get(value) ?? value) : value,
	);
	return `{"texts":${JSON.stringify(texts)},"entries":${entries}}`;
}

/** Reads what `stringifyDeduplicated` has written. Undefined if it is something else. */
export function parseDeduplicated(text: string): readonly unknown[] | undefined {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([List, WithTexts])), text);
	if (!read.success) return undefined;
	if (Array.isArray(read.output)) return read.output;
	const { texts, entries } = read.output;
	return entries.map((entry) => withTexts(entry, texts));
}

function withTexts(value: unknown, texts: readonly string[]): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => withTexts(one, texts));
	const reference = v.safeParse(Reference, value);
	if (reference.success) return texts[reference.output.$text];
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, texts)]));
}
