import type { DisplayLine } from '../../../../src/mail/hunk-display/display-line.ts';
import type { Hunk } from '../../../../src/mail/unified-diff/file-diff.ts';
import { parsed } from '../../../kit/mails/diff-text.ts';
import { diffOf } from '../../../kit/mails/patches.ts';

/** A hunk of lines with their signs. */
export function oneHunk(lines: readonly string[], lineBreak = '\n'): { source: string; hunk: Hunk } {
	const { source, files } = parsed(diffOf('a.c', lines).replaceAll('\n', lineBreak));
	const [hunk] = files[0]?.hunks ?? [];
	if (!hunk) throw new Error('There is no hunk.');
	return { source, hunk };
}

/** A line with its sign, its words in brackets and the names of invisible characters. */
export function drawn({ sign, text, words, invisible, more }: DisplayLine): string {
	const marks = [
		...words.map((at, index) => ({ at, mark: index % 2 === 0 ? '[' : ']' })),
		...invisible.map(({ at, name }) => ({ at, mark: `<${name}>` })),
	].toSorted((one, other) => other.at - one.at);
	const marked = marks.reduce((line, { at, mark }) => line.slice(0, at) + mark + line.slice(at), text);
	return `${sign}${marked}${more > 0 ? ` +${more}` : ''}`;
}
