import { isScissors } from '../text/scissors.ts';

/** Lines at which git, patchwork and forges find a patch. */
const patchStart = /^(?:diff -|Index: |--- \S|@@ -)/;
const patchLine =
	/^(?:$|[-+ \\]|@@|diff -|Index: |===|index |(?:new|deleted|old) |rename |copy |(?:dis)?similarity )/;
/**
 * Other lines that programs take for the start of a mail, the end of a message, a signature, a footer, a request to pull or a quote of the
 * answered mail.
 */
const special = /^(?:>|From |--$|-- |---|_{10,}|={10,}|(?:-=)+-?$|@@ |The following changes since commit )/;

/**
 * Lines of a text that no program takes for anything but text. A space before such lines is enough for all but scissors. A pasted
 * diff is moved as a whole, so that its lines stay below each other.
 */
export function harmlessLines(lines: readonly string[]): readonly string[] {
	let isInPatch = false;
	return lines.map((line) => {
		isInPatch = patchStart.test(line) || (isInPatch && patchLine.test(line));
		const moved = line !== '' && (isInPatch || special.test(line)) ? ` ${line}` : line;
		return isScissors(moved) ? moved.replace(/(?<=>)(?=[8%])|(?<=[8%])(?=<)/g, ' ') : moved;
	});
}
