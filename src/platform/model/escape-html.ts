const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML, between tags and in attributes with double quotes. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
