import type { Address } from '../mail/mail.ts';

/** Reads an author by the rules of `git mailinfo`: what is around the first `@` is the address, and the rest the name. */
export function parseAuthor(text: string): Address | undefined {
	const at = text.indexOf('@');
	if (at === -1) return undefined;
	let start = at;
	while (start > 0 && !/[\s<]/.test(text[start - 1] ?? '')) start -= 1;
	let end = at;
	while (end < text.length && !/[\s>]/.test(text[end] ?? '')) end += 1;
	const opening = text[start - 1] === '<' ? start - 1 : start;
	const rest = `${text.slice(0, opening)} ${text.slice(text[end] === '>' ? end + 1 : end)}`;
	const name = unquoted(rest.replace(/\s+/g, ' ').trim());
	return { name: /^\(.*\)$/.test(name) ? name.slice(1, -1) : name, email: text.slice(start, end) };
}

const unquoted = (name: string): string =>
	/^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name;
