import { visible } from '../../../base/text/invisible-characters.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { showControls } from './document-line.ts';

/** The name of the document with a patch's message. As for a commit, it comes before the files. */
export const messageName = 'Commit Message';

/** The author, the date and the message of a patch, as `git show` prints those of a commit, and the notes below the message. */
export const messageText = (patch: Patch): string =>
	`${showControls(
		withLineFeeds(
			partsOf(patch)
				.map(({ text }) => text)
				.join('\n\n'),
		),
	)}\n`;

/** A line of the message of a patch or of its notes, from 0. */
export interface MessageLine {
	readonly text: 'message' | 'notes';
	readonly line: number;
}

/** For each line of the document, the line that it shows; undefined for those that are in neither text. */
export function messageLines(patch: Patch): readonly (MessageLine | undefined)[] {
	const lines: (MessageLine | undefined)[] = [];
	for (const { text, name, start } of partsOf(patch)) {
		if (lines.length > 0) lines.push(undefined);
		// The `\r` of a `\r\n` is part of the break. Any other begins another line of the document.
		for (const [nth, content] of text.split(/\r?\n/).entries()) {
			const line = nth + start;
			const shown = name === undefined || line < 0 ? undefined : { text: name, line };
			for (const _ of content.split('\r')) lines.push(shown);
		}
	}
	return lines;
}

interface MessagePart {
	readonly text: string;
	readonly name?: MessageLine['text'];
	/** The line of the message or notes that the part begins with. Negative if it begins with other lines. */
	readonly start: number;
}

function partsOf({ author, authorDate, subject, message, notes }: Patch): readonly MessagePart[] {
	const facts = [
		`Author:  ${oneLine(`${author.name} <${author.email}>`)}`,
		`Date:    ${oneLine(authorDate)}`,
	];
	const above = message.slice(0, message.length - message.trimStart().length);
	const parts: readonly MessagePart[] = [
		{ text: facts.join('\n'), start: 0 },
		{ text: subject.title, start: 0 },
		{ text: message.trim(), name: 'message', start: above.split('\n').length - 1 },
		{ text: notes === '' ? '' : `---\n${notes}`, name: 'notes', start: -1 },
	];
	return parts.filter(({ text }) => text !== '');
}

/** A name must not look like another line of the text. */
const oneLine = (text: string): string => visible(text).replaceAll(/\s+/g, ' ');
