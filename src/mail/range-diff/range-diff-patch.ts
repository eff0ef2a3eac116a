import type { Patch } from '../patch/patch.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';
import { type HunkLine, linesOf } from '../unified-diff/lines.ts';

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
	/** Where it ends there, without the line break. */
	readonly end: number | undefined;
	/** Its number in the file before the patch. Undefined if it is not there. */
	readonly oldLine: number | undefined;
	/** Its number in the file after the patch. Undefined if it is not there. */
	readonly newLine: number | undefined;
}

/** The texts of a patch, which decide how it differs from another. They are plain data, so they can be sent to a worker. */
export interface PatchTexts {
	readonly author: string;
	/** The title, an empty line and the rest of the commit message. */
	readonly message: readonly string[];
	readonly diff: readonly { readonly text: string }[];
}

/** A patch in the form in which two versions are compared. */
export interface RangeDiffPatch extends PatchTexts {
	readonly diff: readonly DiffLine[];
}

export function toRangeDiffPatch({ source, subject, author, message, files }: Patch): RangeDiffPatch {
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
	const addHeader = (text: string, offset?: number, end?: number) =>
		lines.push({ text, file: index, path, offset, end, oldLine: undefined, newLine: undefined });
	// `git range-diff` separates files by an empty line, which decides how near two changes are.
	if (index > 0) addHeader('');
	addHeader(` ## ${describeFile(file)} ##`, file.start, file.hunks[0]?.start ?? file.end);
	if (file.binary) addHeader(` Binary file ${(file.newId ?? '').slice(0, 7)}`);
	// Its lines have no numbers that could be followed.
	if (file.isCombined) {
		for (const line of source.slice(file.start, file.end).split(/\r?\n/)) addHeader(` ${line}`);
	}
	for (const hunk of file.hunks) {
		addHeader(hunk.section === '' ? '@@' : `@@ ${path}: ${hunk.section}`, hunk.start, hunk.bodyStart);
		for (const { kind, start, end, oldLine, newLine } of linesOf(source, hunk)) {
			// Mail programs remove the space of an empty context line, and a wrapped line begins with its content.
			const offset = source[start - 1] === '\n' ? start : start - 1;
			const text = indicators[kind] + source.slice(start, end);
			lines.push({ text, file: index, path, offset, end, oldLine, newLine });
		}
	}
	return lines;
}

const indicators: Readonly<Record<HunkLine['kind'], string>> = {
	context: ' ',
	add: '+',
	delete: '-',
	'no-newline': ' \\',
	wrapped: '',
};

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
