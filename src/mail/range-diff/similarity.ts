/** Longer texts are compared by their first characters. */
const longest = 500;

/** How similar two lines are, from 0 to 1: the share of pairs of neighboring characters that both have. White space does not count. */
export function similarity(one: string, other: string): number {
	const [left, right] = [pairsOf(one), pairsOf(other)];
	if (left.length + right.length === 0) return one.trim() === other.trim() ? 1 : 0;
	const counts = new Map<string, number>();
	for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1);
	let common = 0;
	for (const pair of right) {
		const count = counts.get(pair) ?? 0;
		if (count === 0) continue;
		counts.set(pair, count - 1);
		common++;
	}
	return (2 * common) / (left.length + right.length);
}

function pairsOf(text: string): readonly string[] {
	const letters = text.slice(0, longest).replace(/\s+/g, '');
	return Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) =>
		letters.slice(index, index + 2),
	);
}
