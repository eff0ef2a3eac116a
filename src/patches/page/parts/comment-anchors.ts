import type { PlacedThread, TextThread } from '../../../mail/replies/place-replies.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import { linesOf } from '../../../mail/unified-diff/lines.ts';
import { displayTitle } from '../people/display-title.ts';
import type { ShownMail } from '../protocol/protocol.ts';

type QuotedLine = ShownMail['places'][number];

/** Stands for the key of a patch in places of the cover letter. */
export const coverKey = 'cover';
/** Further lines would hide the mail itself. */
const maxLines = 3;

interface QuotableFile {
	/** Identifies the file on the page. */
	readonly key: string;
	readonly file: FileDiff;
	readonly patch: { readonly source: string };
	readonly threads: readonly PlacedThread[];
}

interface QuotablePatch {
	/** Identifies the patch on the page. */
	readonly key: string;
	/** `1/3`; empty if it is the only patch. */
	readonly label: string;
	readonly textThreads: readonly TextThread[];
}

/** The first lines of the cover letter, the messages and the diffs that each mail comments on, by the forge's ids of the mails. */
export function commentAnchors(
	files: Iterable<QuotableFile>,
	coverThreads: readonly TextThread[] = [],
	patches: readonly QuotablePatch[] = [],
): ReadonlyMap<number, readonly QuotedLine[]> {
	const found = new Map<number, QuotedLine[]>();
	const add = (line: QuotedLine, parts: PlacedThread['parts']) => {
		for (const mail of new Set(parts.map((part) => part.mail))) {
			const lines = found.get(mail) ?? [];
			// Threads at several lines of a message have the same text, which is listed once.
			const isListed = lines.some(
				({ patch, text }) => patch !== '' && patch === line.patch && text === line.text,
			);
			if (lines.length < maxLines && !isListed) lines.push(line);
			found.set(mail, lines);
		}
	};
	for (const { parts } of coverThreads)
		add({ file: '', patch: coverKey, line: '', text: 'cover letter' }, parts);
	for (const { key, label, textThreads } of patches) {
		for (const { text, parts } of textThreads)
			add({ file: '', patch: key, line: text, text: label === '' ? text : `${text} of ${label}` }, parts);
	}
	for (const content of files) {
		const name = (content.file.new ?? content.file.old ?? '').replace(/^.*\//, '');
		const numbers = lineNumbers(content);
		for (const { hunk, last, parts } of content.threads) {
			const number = numbers.get(idOfLine(hunk, last));
			const text = displayTitle(number === undefined ? name : `${name}:${number}`);
			add({ file: content.key, patch: '', line: String(number ?? ''), text }, parts);
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
