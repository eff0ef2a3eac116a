import { smallest } from '../../../base/collections.ts';

/** The word that the user may have meant; undefined if none is near. A short word may have one typo, a longer one two. */
export function nearest(written: string, words: Iterable<string>): string | undefined {
	const wanted = written.toLowerCase();
	let best: string | undefined;
	let fewest = wanted.length <= 4 ? 2 : 3;
	for (const word of words) {
		const typos = typosBetween(wanted, word.toLowerCase(), fewest);
		if (typos < fewest) [best, fewest] = [word, typos];
	}
	return best;
}

/** The number of wrong, missing, extra or swapped letters; `limit` if there are at least that many. */
function typosBetween(a: string, b: string, limit: number): number {
	if (Math.abs(a.length - b.length) >= limit) return limit;
	let before: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			next[j] = Math.min(
				(row[j] ?? limit) + 1,
				(next[j - 1] ?? limit) + 1,
				(row[j - 1] ?? limit) + (same ? 0 : 1),
				swapped ? (before[j - 2] ?? limit) + 1 : limit,
			);
		}
		if (smallest(next) >= limit) return limit;
		[before, row] = [row, next];
	}
	return row[b.length] ?? limit;
}
