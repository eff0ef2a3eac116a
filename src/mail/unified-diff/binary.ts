import type { ParseWarning } from '../text/parse-warnings.ts';
import { lineEnd, nextLine } from '../text/source-lines.ts';
import type { BinaryBlock, FileDiff } from './file-diff.ts';

export interface ReadBinary {
	readonly binary: FileDiff['binary'];
	readonly blocks: readonly BinaryBlock[];
	readonly end: number;
}

const gitBinaryPatch = /GIT binary patch\r?(?:\n|$)/y;
const binaryFilesDiffer = /(?:Binary )?[Ff]iles?(?: .*)? differ\r?(?:\n|$)/y;

/** Reads what follows the header of a binary file. `binary` is undefined if it is not binary. */
export function readBinary(
	source: string,
	start: number,
	end: number,
	warnings: Set<ParseWarning>,
): ReadBinary {
	const none: ReadBinary = { binary: undefined, blocks: [], end: start };
	if (start >= end) return none;
	binaryFilesDiffer.lastIndex = start;
	if (binaryFilesDiffer.test(source)) return { ...none, binary: 'none', end: nextLine(source, start, end) };
	gitBinaryPatch.lastIndex = start;
	if (!gitBinaryPatch.test(source)) return none;
	let at = nextLine(source, start, end);
	const blocks: BinaryBlock[] = [];
	while (blocks.length < 2) {
		const block = readBlock(source, at, end, warnings);
		if (!block) break;
		blocks.push(block.block);
		at = block.next;
	}
	if (blocks.length === 0) warnings.add(at >= end ? 'binary-cut' : 'binary-malformed');
	return { binary: 'data', blocks, end: at };
}

const blockStart = /(literal|delta) (\d{1,15})\r?(?:\n|$)/y;

function readBlock(
	source: string,
	at: number,
	end: number,
	warnings: Set<ParseWarning>,
): { block: BinaryBlock; next: number } | undefined {
	blockStart.lastIndex = at;
	const found = at < end ? blockStart.exec(source) : null;
	if (!found) return undefined;
	const start = nextLine(source, at, end);
	let next = start;
	while (next < end) {
		const following = nextLine(source, next, end);
		if (!isData(source, next, lineEnd(source, next, following))) break;
		next = following;
	}
	const block: BinaryBlock = {
		kind: found[1] === 'delta' ? 'delta' : 'literal',
		size: Number(found[2]),
		start,
		end: next,
	};
	if (next >= end) {
		warnings.add('binary-cut');
		return { block, next };
	}
	// An empty line ends the data.
	const following = nextLine(source, next, end);
	if (lineEnd(source, next, following) === next) return { block, next: following };
	warnings.add('binary-malformed');
	return { block, next };
}

/** Whether a line is as long as its first character says, which is the number of bytes: A–Z is 1–26 and a–z is 27–52. */
function isData(source: string, at: number, end: number): boolean {
	const code = source.charCodeAt(at);
	const bytes = code >= 65 && code <= 90 ? code - 64 : code >= 97 && code <= 122 ? code - 70 : 0;
	return bytes > 0 && end - at === 1 + 5 * Math.ceil(bytes / 4);
}
