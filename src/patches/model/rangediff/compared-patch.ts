import type { FileDiff, Patch } from '../patch/patch.ts';

/** A line of a diff, without the line numbers that change whenever an earlier patch does. */
export interface DiffLine {
	/** With its `+`, `-` or space, as `git range-diff` compares it. */
	readonly text: string;
	/** The index of its file in the patch. */
	readonly file: number;
	/** The name of its file, after the patch if there is one. */
	readonly path: string;
	/** Where it starts in the patch's source. Undefined if the source has no such line. */
	readonly offset: number | undefined;
	/** The length in the source, with the line break. */
	readonly length: number;
	/** Its number in the file before the patch. Undefined if it is not there. */
	readonly oldLine: number | undefined;
	/** Its number in the file after the patch. Undefined if it is not there. */
	readonly newLine: number | undefined;
}

/** A patch in the form in which two versions are compared. It is plain data, so it can be sent to a worker. */
export interface ComparedPatch {
	readonly author: string;
	/** The title, an empty line and the rest of the commit message. */
	readonly message: readonly string[];
	readonly diff: readonly DiffLine[];
}

type Source = Pick<Patch, 'source' | 'subject' | 'author' | 'message' | 'files'>;

export function comparedPatch({ source, subject, author, message, files }: Source): ComparedPatch {
	const body = message.replace(/\r\n/g, '\n').split('\n');
	const lines = [subject.title, '', ...body].map((line) => line.trimEnd());
	while (lines.length > 1 && lines.at(-1) === '') lines.pop();
	return {
		author: `${author.name} <${author.email}>`,
		message: lines,
		diff: files.flatMap((file, index) => fileLines(source, file, index)),
	};
}

function fileLines(source: string, file: FileDiff, index: number): DiffLine[] {
	const lines: DiffLine[] = [];
	const path = file.new ?? file.old ?? '';
	const addHeader = (text: string, start?: number, end = start) =>
		lines.push({
			text,
			file: index,
			path,
			offset: start,
			length: (end ?? 0) - (start ?? 0),
			oldLine: undefined,
			newLine: undefined,
		});
	// `git range-diff` separates files by an empty line, which decides how near two changes are.
	if (index > 0) addHeader('');
	addHeader(` ## ${describeFile(file)} ##`, file.start, file.hunks[0]?.start ?? file.end);
	if (file.binary) addHeader(` Binary file ${(file.newId ?? '').slice(0, 7)}`);
	for (const { start, bodyStart, end, section, oldStart, newStart } of file.hunks) {
		addHeader(section === '' ? '@@' : `@@ ${path}: ${section}`, start, bodyStart);
		// The line breaks of the mail may be CR LF. A CR that belongs to the content comes before that.
		const breakLength = source.charCodeAt(bodyStart - 2) === carriageReturn ? 2 : 1;
		let [oldLine, newLine] = [oldStart, newStart];
		for (let offset = bodyStart; offset < end; ) {
			const found = source.indexOf('\n', offset);
			const next = found === -1 || found >= end ? end : found + 1;
			const hasBreak = source.charCodeAt(next - 1) === lineFeed;
			const text = source.slice(offset, hasBreak ? Math.max(offset, next - breakLength) : next);
			const isOld = !text.startsWith('+') && !text.startsWith('\\');
			const isNew = !text.startsWith('-') && !text.startsWith('\\');
			lines.push({
				text: text === '' ? ' ' : text.startsWith('\\') ? ` ${text}` : text,
				file: index,
				path,
				offset,
				length: next - offset,
				oldLine: isOld ? oldLine++ : undefined,
				newLine: isNew ? newLine++ : undefined,
			});
			offset = next;
		}
	}
	return lines;
}

const lineFeed = 10;
const carriageReturn = 13;

function describeFile({ status, old, new: path, oldMode, newMode }: FileDiff): string {
	const names = {
		A: `${path} (new)`,
		D: `${old} (deleted)`,
		R: `${old} => ${path}`,
		M: `${path}`,
		C: `${path}`,
		T: `${path}`,
	};
	const isModeChange = oldMode !== undefined && newMode !== undefined && oldMode !== newMode;
	return `${names[status]}${isModeChange ? ` (mode change ${oldMode} => ${newMode})` : ''}`;
}
