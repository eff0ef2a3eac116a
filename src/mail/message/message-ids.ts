/** The Message-IDs in a header, with their angle brackets. Ids without brackets are found only if there are no others. */
export function readMessageIds(value: string): readonly string[] {
	const found = value.match(/<[^<>]+>/g) ?? [];
	const ids = found.map((id) => id.replace(/\s+/g, ''));
	const bare = () =>
		value
			.split(/[\s,<>]+/)
			.filter((word) => word.includes('@'))
			.map((word) => `<${word}>`);
	return [...new Set(ids.length > 0 ? ids : bare())];
}
