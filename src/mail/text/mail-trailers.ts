import { separatorOf, startsWithSpace, type Trailer, trim } from './commit-trailers.ts';
import { isTrailerKey } from './line-kinds.ts';

/** The known trailers on lines of their own anywhere in a mail, such as `Reviewed-by:` in a reply. Quoted lines do not count. */
export function trailersInText(text: string): readonly Trailer[] {
	const lines = text.split('\n');
	return lines.flatMap((line, index) => {
		const colon = separatorOf(line);
		const key = colon === undefined ? '' : trim(line.slice(0, colon));
		if (colon === undefined || !isTrailerKey(key)) return [];
		// Mail programs wrap a long name before the address.
		const below = lines[index + 1] ?? '';
		const next = trim(below);
		const isWrapped =
			!line.includes('<') && (startsWithSpace(below) ? next.startsWith('<') : /^<[^<>]+>$/.test(next));
		const value = trim(isWrapped ? `${trim(line.slice(colon + 1))} ${next}` : line.slice(colon + 1));
		return value === '' ? [] : [{ key, value }];
	});
}
