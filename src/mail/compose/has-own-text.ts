import { isAttribution } from '../quotes/attributions.ts';

/** The first line of a mail that is no quote, introduces none, and does not stand for what one leaves out. Undefined if there is none. */
export function firstOwnLine(body: string): string | undefined {
	const lines = body.split('\n');
	return lines.find((line, index) => {
		if (line.startsWith('>') || /^\s*(?:\[\.\.\.\]\s*)?$/.test(line)) return false;
		return !isAttribution(line) || lines[index + 1]?.startsWith('>') !== true;
	});
}

/** Whether the text of a mail has more than quotes, the lines that introduce them, and marks for what they leave out. */
export const hasOwnText = (body: string): boolean => firstOwnLine(body) !== undefined;
