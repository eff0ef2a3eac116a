import { isBinary } from './binary.ts';

/** The similarity of equal files. Git counts in these steps. */
export const mostSimilar = 60_000;

/** The pieces of a file, as numbers that stand for their text, with the bytes of each. In ascending order. */
export interface Pieces {
	readonly size: number;
	readonly hashes: Uint32Array;
	readonly bytes: Uint32Array;
}

const longestPiece = 64;
const hashes = 107_927;
const [lineFeed, carriageReturn] = [10, 13];

/**
 * Splits a file at line breaks, and long lines after 64 bytes. The numbers are those of git, so that both find the same renames.
 * In text, a line break of Windows counts as a plain one. Git before 2.44 leaves out a last line without a line break.
 */
export function piecesOf(content: Uint8Array): Pieces {
	const isText = !isBinary(content);
	const found = new Map<number, number>();
	let [low, high, length] = [0, 0, 0];
	const end = () => {
		const hash = ((low + Math.imul(high, 0x61)) >>> 0) % hashes;
		found.set(hash, (found.get(hash) ?? 0) + length);
		low = high = length = 0;
	};
	for (let at = 0; at < content.length; at++) {
		const byte = content[at] ?? 0;
		if (isText && byte === carriageReturn && content[at + 1] === lineFeed) continue;
		const before = low;
		low = ((low << 7) ^ (high >>> 25)) + byte;
		high = (high << 7) ^ (before >>> 25);
		length += 1;
		if (length === longestPiece || byte === lineFeed) end();
	}
	if (length > 0) end();
	const sorted = Uint32Array.from(found.keys()).sort();
	return {
		size: content.length,
		hashes: sorted,
		bytes: sorted.map((hash) => found.get(hash) ?? 0),
	};
}

/** How much of the larger file is also in the other, from 0 to `mostSimilar`. 0 if it is certainly less than `least`. */
export function similarity(from: Pieces, to: Pieces, least: number): number {
	const larger = Math.max(from.size, to.size);
	const growth = larger - Math.min(from.size, to.size);
	if (to.size === 0 || larger * (mostSimilar - least) < growth * mostSimilar) return 0;
	let common = 0;
	let at = 0;
	for (const [index, hash] of from.hashes.entries()) {
		while (at < to.hashes.length && (to.hashes[at] ?? 0) < hash) at += 1;
		if (at === to.hashes.length) break;
		if (to.hashes[at] === hash) common += Math.min(from.bytes[index] ?? 0, to.bytes[at] ?? 0);
	}
	return Math.floor((common * mostSimilar) / larger);
}
