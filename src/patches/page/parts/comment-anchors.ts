import type { PlacedThread } from '../../../mail/replies/place-replies.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import { linesOf } from '../../../mail/unified-diff/lines.ts';
import { displayTitle } from '../people/display-title.ts';
import type { ShownMail } from '../protocol/protocol.ts';

type QuotedLine = ShownMail['places'][number];

/** Further lines would hide the mail itself. */
const maxLines = 3;

interface QuotableFile {
	/** Identifies the file on the page. */
	readonly key: string;
	readonly file: FileDiff;
	readonly patch: { readonly source: string };
	readonly threads: readonly PlacedThread[];
}

/** The first lines of the diffs that each mail comments on, by the forge's ids of the mails. */
export function commentAnchors(files: Iterable<QuotableFile>): ReadonlyMap<number, readonly QuotedLine[]> {
	const found = new Map<number, QuotedLine[]>();
	for (const content of files) {
		const name = (content.file.new ?? content.file.old ?? '').replace(/^.*\//, '');
		const numbers = lineNumbers(content);
		for (const { hunk, last, parts } of content.threads) {
			const number = numbers.get(idOfLine(hunk, last));
			const line = {
				file: content.key,
				line: String(number ?? ''),
				text: displayTitle(number === undefined ? name : `${name}:${number}`),
			};
			for (const mail of new Set(parts.map((part) => part.mail))) {
				const lines = found.get(mail) ?? [];
				if (lines.length < maxLines) lines.push(line);
				found.set(mail, lines);
			}
		}
	}
	return found;
}

const idOfLine = (hunk: number, line: number): string => `${hunk} ${line}`;

/** The numbers of the lines that have replies: in the new file, or in the old one if the line was removed. */
function lineNumbers({ file, patch, threads }: QuotableFile): ReadonlyMap<string, number> {
	const wanted = new Set(threads.map(({ hunk, last }) => idOfLine(hunk, last)));
	const numbers = new Map<string, number>();
	for (const index of new Set(threads.map(({ hunk }) => hunk))) {
		const hunk = file.hunks[index];
		if (!hunk) continue;
		let at = 0;
		for (const { newLine, oldLine } of linesOf(patch.source, hunk)) {
			const key = idOfLine(index, at);
			const number = newLine ?? oldLine;
			if (number !== undefined && wanted.has(key)) numbers.set(key, number);
			at += 1;
		}
	}
	return numbers;
}
