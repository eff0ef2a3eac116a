import { visible } from '../../../base/text/invisible-characters.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import { showControls } from './document-line.ts';

/** The name of the document with a patch's message. As for a commit, it comes before the files. */
export const messageName = 'Commit Message';

/** The author, the date and the message of a patch, as `git show` prints those of a commit, and the notes below the message. */
export function messageText({ author, authorDate, subject, message, notes }: Patch): string {
	const facts = [
		`Author:  ${oneLine(`${author.name} <${author.email}>`)}`,
		`Date:    ${oneLine(authorDate)}`,
	];
	const parts = [facts.join('\n'), subject.title, message.trim(), notes === '' ? '' : `---\n${notes}`];
	const text = parts.filter((part) => part !== '').join('\n\n');
	return `${showControls(text.replaceAll(/\r\n?/g, '\n'))}\n`;
}

/** A name must not look like another line of the text. */
const oneLine = (text: string): string => visible(text).replaceAll(/\s+/g, ' ');
