import { isBinary } from './binary.ts';

/** The score of equal files. Git has the same scale. */
export const maxScore = 60_000;

/** What is compared of a file: the hashes of its pieces. */
export interface Pieces {
	/** The bytes of the file. */
	readonly size: number;
	/** In ascending order, each once. */
	readonly hashes: Uint32Array;
	/** How many bytes the pieces with each hash have. */
	readonly bytes: Uint32Array;
}

const longestPiece = 64;
const hashCount = 107_927;
const [lineFeed, carriageReturn] = [10, 13];

/**
 * Splits a file at line breaks, and long lines after 64 bytes. The hashes are those of git, so that both find the same renames.
 * In text, a line break of Windows counts as a plain one. Git before 2.44 leaves out a last line without a line break.
 */
export function piecesOf(content: Uint8Array): Pieces {
	const isText = !isBinary(content);
	const found = new Map<number, number>();
	/** The two halves of git's hash of the piece that is being read, and the length of the piece. */
	let [low, high, length] = [0, 0, 0];
	const endPiece = () => {
		const hash = ((low + Math.imul(high, 0x61)) >>> 0) % hashCount;
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
		if (length === longestPiece || byte === lineFeed) endPiece();
	}
	if (length > 0) endPiece();
	const sorted = Uint32Array.from(found.keys()).sort();
	return {
		size: content.length,
		hashes: sorted,
		bytes: sorted.map((hash) => found.get(hash) ?? 0),
	};
}

/** Compares two files: returns how much of the larger file is also in the smaller one. 0 if the score is certainly below `least`. */
export function similarityScore(from: Pieces, to: Pieces, least: number): number {
	const larger = Math.max(from.size, to.size);
	const growth = larger - Math.min(from.size, to.size);
	if (to.size === 0 || larger * (maxScore - least) < growth * maxScore) return 0;
	let common = 0;
	let at = 0;
	for (const [index, hash] of from.hashes.entries()) {
		while (at < to.hashes.length && (to.hashes[at] ?? 0) < hash) at += 1;
		if (at === to.hashes.length) break;
		if (to.hashes[at] === hash) common += Math.min(from.bytes[index] ?? 0, to.bytes[at] ?? 0);
	}
	return Math.floor((common * maxScore) / larger);
}
