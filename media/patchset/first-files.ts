import type { ShownPatch } from '../../src/patches/page/protocol.ts';
import type { Folding } from './folding.ts';

/** Heights in pixels that the parts of a patch have at least. */
const patchHeight = 40;
const fileHeight = 38;

/** The height of a line of a diff, as in the style sheet. Read without the computed style, for which the browser would compute the whole page. */
function lineHeight(): number {
	const size = document.documentElement.style.getPropertyValue('--vscode-editor-font-size');
	return (Number.parseFloat(size) || 14) * 0.93 * 1.5;
}

/** How many files, at most `most`, fill the window. A patch without files counts as one. */
export function filesToFillWindow(
	patches: readonly ShownPatch[],
	folding: Pick<Folding, 'isFolded'>,
	most: number,
): number {
	const line = lineHeight();
	let height = 0;
	let count = 0;
	for (const { files } of patches) {
		height += patchHeight;
		if (files.length === 0) count += 1;
		for (const file of files) {
			if (count >= most || height >= innerHeight) return Math.min(count, most);
			height += fileHeight + (folding.isFolded(file) ? 0 : file.lineCount * line);
			count += 1;
		}
	}
	return most;
}
