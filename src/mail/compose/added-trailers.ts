import { trailerLines } from '../text/commit-trailers.ts';

/** A commit message without its title, with these lines as the last of its trailers. */
export function withTrailers(message: string, added: readonly string[]): string {
	if (added.length === 0) return message;
	const lines = message.split('\n');
	const { start, end } = trailerLines(lines);
	const above = lines.slice(0, end);
	const isApart = start < end || above.every((line) => line.trim() === '');
	return [...above, ...(isApart ? [] : ['']), ...added, ...lines.slice(end)].join('\n');
}
