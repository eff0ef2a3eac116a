import { formatNumber } from '../../../base/text/numbers.ts';
import type { BinaryBlock, FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import type { SideTexts } from './side-text.ts';

/** What a diff editor shows of a file whose lines are not in the mail: what is known of both sides, each on one line. */
export function textsWithoutHunks(source: string, file: FileDiff): SideTexts {
	const { status, isCombined, oldMode, newMode, oldId, newId, binary, blocks } = file;
	// A combined diff has more than two sides.
	if (isCombined) return { old: undefined, new: source.slice(file.start, file.end) };
	// Git writes the data of the new file first.
	const [newBlock, oldBlock] = blocks;
	const sideText = (mode: string | undefined, id: string | undefined, block: BinaryBlock | undefined) =>
		[
			...(binary ? [`Binary file${sizeOf(block)}`] : contentNote(file)),
			...(oldMode !== newMode && mode !== undefined ? [`Mode ${mode}`] : []),
			...(oldId !== newId && id !== undefined ? [`Object ID ${id}`] : []),
		]
			.map((line) => `${line}\n`)
			.join('');
	return {
		old: status === 'A' ? undefined : sideText(oldMode, oldId, oldBlock),
		new: status === 'D' ? undefined : sideText(newMode, newId, newBlock),
	};
}

/** A literal block has the size of the file; a delta has only its own. */
const sizeOf = (block: BinaryBlock | undefined): string =>
	block?.kind === 'literal' ? ` of ${formatNumber(block.size)} bytes` : '';

const contentNote = ({ status }: FileDiff): readonly string[] =>
	status === 'A' || status === 'D' ? [] : ['The lines of this file are not in the mail'];
