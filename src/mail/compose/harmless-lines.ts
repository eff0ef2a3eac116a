import { diffLines, isLine, kindOf } from '../text/line-kinds.ts';

/**
 * Lines of a text that no program takes for anything but text or a trailer. A space before such lines is enough for all but scissors. A
 * pasted diff is moved as a whole, so that its lines stay below each other.
 */
export function harmlessLines(lines: readonly string[]): readonly string[] {
	const diffs = diffLines(lines);
	return lines.map((line, index) => {
		const kind = kindOf(line);
		const isMoved = diffs.get(index) === 'diff' || (kind !== undefined && kind !== 'trailer');
		const moved = line !== '' && isMoved ? ` ${line}` : line;
		return isLine('scissors', moved) ? moved.replace(/(?<=>)(?=[8%])|(?<=[8%])(?=<)/g, ' ') : moved;
	});
}
