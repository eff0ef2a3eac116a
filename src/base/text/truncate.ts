import { visible } from './invisible-characters.ts';

/** A text on one line, which is truncated. */
export const oneLine = (text: string, longest = 100): string => truncate(text.replace(/\s+/g, ' '), longest);

/** The first characters of a text, without spaces around it, and with an ellipsis if there are more. Invisible characters are replaced. */
export function truncate(text: string, longest: number): string {
	// Not the whole text, which may be long. A character has at most two UTF-16 units, so this is enough to see whether there are more.
	const beginning = text.trim().slice(0, 4 * longest);
	if (beginning.length <= longest) return visible(beginning);
	const kept = [...beginning].slice(0, longest).join('');
	return visible(kept.length < beginning.length ? `${kept.trimEnd()}…` : kept);
}
