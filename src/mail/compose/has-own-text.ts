import { isAttribution } from '../quotes/attributions.ts';

/** Whether the text of a mail has more than quotes, the lines that introduce them, and marks for what they leave out. */
export function hasOwnText(body: string): boolean {
	const lines = body.split('\n');
	return lines.some((line, index) => {
		if (line.startsWith('>') || /^\s*(?:\[\.\.\.\]\s*)?$/.test(line)) return false;
		return !isAttribution(line) || lines[index + 1]?.startsWith('>') !== true;
	});
}
