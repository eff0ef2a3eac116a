import type { DiffDocument, PatchFileKey } from './document-address.ts';
import { fileLines, type VersionFile } from './file-lines.ts';
import { newRange, oldRange } from './hunk-ranges.ts';

/** The file that a document shows: before or after a patch. Undefined for a message. */
export function fileOfDocument(
	document: DiffDocument,
): { readonly file: PatchFileKey; readonly side: 'old' | 'new' } | undefined {
	if (document.kind === 'message') return undefined;
	if (document.kind === 'file') return { file: document.file, side: document.side };
	if (document.kind === 'net') {
		const file = document.changes.at(-1);
		return file && { file, side: document.side };
	}
	const { side, old, new: current } = document;
	const [own, other] = side === 'old' ? [old, current] : [current, old];
	if (own) return { file: own, side: 'new' };
	// A version that does not change the file has it as it was.
	return other && { file: other, side: 'old' };
}

/** Where a line of a file is after a patch. Of a removed line, where its replacement begins or, without one, where the next line is. Lines count from 1. */
export function newLineOf({ source, file }: VersionFile, oldLine: number): number {
	const target = oldLine - 1;
	let distance = 0;
	for (const hunk of file.hunks) {
		const old = oldRange(hunk);
		const current = newRange(hunk);
		if (target < old.start) break;
		distance = current.end - old.end;
		if (target >= old.end) continue;
		let oldAt = old.start;
		let newAt = current.start;
		for (const { side } of fileLines(source, hunk)) {
			if (oldAt === target && side !== 'new') return newAt + 1;
			if (side !== 'new') oldAt += 1;
			if (side !== 'old') newAt += 1;
		}
	}
	return oldLine + distance;
}
