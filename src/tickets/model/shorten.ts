/** Shortens a text of a user to `longest` characters. Never cuts a character in two. */
export function shorten(text: string, longest: number): string {
	const cut = [...text.slice(0, 2 * longest)].slice(0, longest).join('');
	return cut.length < text.length ? `${cut.trimEnd()}…` : text;
}
