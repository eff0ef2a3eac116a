import { separatorOf, startsWithSpace, type Trailer, trim } from './commit-trailers.ts';

/** What people write below a reply or a cover letter, besides `…-by`. */
const knownKeys = new Set([
	'base-commit',
	'change-id',
	'prerequisite-patch-id',
	'prerequisite-change-id',
	'prerequisite-message-id',
	'closes',
	'fixes',
	'implements',
	'references',
	'link',
	'message-id',
	'cc',
]);

/** The known trailers on lines of their own anywhere in a mail, such as `Reviewed-by:` in a reply. Quoted lines do not count. */
export function trailersInText(text: string): readonly Trailer[] {
	const lines = text.split('\n');
	return lines.flatMap((line, index) => {
		const colon = separatorOf(line);
		const key = colon === undefined ? '' : trim(line.slice(0, colon));
		if (colon === undefined || !isKnown(key)) return [];
		// Mail programs wrap a long name before the address.
		const next = trim(lines[index + 1] ?? '');
		const isWrapped = startsWithSpace(lines[index + 1] ?? '') && next.startsWith('<') && !line.includes('<');
		const value = trim(isWrapped ? `${trim(line.slice(colon + 1))} ${next}` : line.slice(colon + 1));
		return value === '' ? [] : [{ key, value }];
	});
}

const longestKey = 200;

const isKnown = (key: string): boolean =>
	(key.length <= longestKey && /^[a-z]+(-[a-z]+)*-by$/i.test(key)) || knownKeys.has(key.toLowerCase());
