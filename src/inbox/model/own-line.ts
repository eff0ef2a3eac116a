import { oneLine } from '../../base/text/truncate.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';

const longest = 120;

/** The first line that the author of a comment or mail wrote, safe to show; empty if it is not known. */
export function ownLine(event: ForgeEvent): string {
	const lines = (event.text ?? '').split('\n').map((line) => line.trim());
	const first = lines.find((line) => line !== '' && !/^(?:```|~~~)/.test(line)) ?? '';
	return oneLine('tracker' in event.place ? withoutMarks(first) : first, longest);
}

/** Without the marks of Markdown that would distract in one line. */
const withoutMarks = (line: string): string =>
	line
		.replace(/^(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+/, '')
		.replace(/!?\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, '$1')
		.replace(/\*\*|`/g, '');
