import type { RangeDiffPatch } from '../../../mail/range-diff/range-diff-patch.ts';
import { type DifferencePart, hunkTitle } from './difference-parts.ts';

const kinds = { '+': 'added', '-': 'removed' } as const;
const isSign = (text: string | undefined): text is keyof typeof kinds => text === '+' || text === '-';

/** The message and the diffs of a patch that has no counterpart in the other version. */
export function fullPatchParts({ message, diff }: RangeDiffPatch): readonly DifferencePart[] {
	const parts: { title: string; lines: DifferencePart['lines'][number][] }[] = [];
	for (const line of diff) {
		if (line.isHeader && line.text.startsWith(' ## '))
			parts.push({ title: hunkTitle(line.path, ''), lines: [] });
		else if (line.text.startsWith('@@')) {
			const last = parts.at(-1);
			const title = hunkTitle(line.path, line.text);
			// The first hunk of a file follows the header of the file.
			if (last?.lines.length === 0) last.title = title;
			else parts.push({ title, lines: [] });
		} else if (line.text !== '') parts.at(-1)?.lines.push(lineOf(line.text));
	}
	return [{ title: 'Message', lines: message.map((text) => ({ kind: 'same', text })) }, ...parts];
}

function lineOf(text: string): DifferencePart['lines'][number] {
	const [sign] = text;
	return { kind: isSign(sign) ? kinds[sign] : 'same', text: text.slice(1) };
}
