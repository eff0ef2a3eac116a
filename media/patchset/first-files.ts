import type { ShownPatch } from '../../src/patches/page/protocol/protocol.ts';
import type { Folding } from './folding.ts';

/** Minimum heights, in pixels. */
const patchHeight = 40;
const fileHeight = 38;

/** The height of a line of a diff: `--line` in the style sheet. Read from the style attribute, because `getComputedStyle` would make the browser style the whole page. */
function lineHeight(): number {
	const size = document.documentElement.style.getPropertyValue('--vscode-editor-font-size');
	return (Number.parseFloat(size) || 14) * 0.93 * 1.5;
}

/** How many of the first files it takes to fill the window, at most `most`. A patch without files counts as one. */
export function countFilesToFillWindow(
	patches: readonly ShownPatch[],
	folding: Folding,
	most: number,
): number {
	const line = lineHeight();
	let height = 0;
	let count = 0;
	for (const { files } of patches) {
		if (count >= most) return most;
		if (count > 0 && height >= innerHeight) return count;
		height += patchHeight;
		if (files.length === 0) count += 1;
		for (const [index, file] of files.entries()) {
			if (index > 0 && height >= innerHeight) return count;
			if (count >= most) return most;
			height += fileHeight + (folding.isFolded(file) ? 0 : file.lineCount * line);
			count += 1;
		}
	}
	return most;
}
