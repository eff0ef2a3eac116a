import type { Patch } from '../patch/patch.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';
import { type HunkLine, linesOf } from '../unified-diff/lines.ts';

/** A line of a diff, without the line numbers that change whenever an earlier patch does. */
export interface DiffLine {
	/** With its `+`, `-` or space, as `git range-diff` compares it. */
	readonly text: string;
	/** The name of its file, after the patch if there is one. */
	readonly path: string;
	/** Whether it is no line of a hunk, but a header of a file or hunk, or the empty line between files. */
	readonly isHeader: boolean;
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
	const add = (text: string, isHeader: boolean) => lines.push({ text, path, isHeader });
	const addHeader = (text: string) => add(text, true);
	// `git range-diff` separates files by an empty line, which decides how near two changes are.
	if (index > 0) addHeader('');
	addHeader(` ## ${describeFile(file)} ##`);
	if (file.binary) addHeader(` Binary file ${(file.newId ?? '').slice(0, 7)}`);
	if (file.isCombined) {
		for (const line of source.slice(file.start, file.end).split(/\r?\n/)) addHeader(` ${line}`);
	}
	for (const hunk of file.hunks) {
		addHeader(hunk.section === '' ? '@@' : `@@ ${path}: ${hunk.section}`);
		for (const { kind, start, end } of linesOf(source, hunk))
			add(indicators[kind] + source.slice(start, end), false);
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
		// Unlike git, which takes a file and a new symbolic link for the same.
		A: `${path} (new${newMode === undefined || newMode === '100644' ? '' : `, mode ${newMode}`})`,
		D: `${old} (deleted)`,
		R: `${old} => ${path}`,
		M: `${path}`,
		C: `${old} => ${path} (copied)`,
		T: `${path}`,
	};
	const isModeChange = oldMode !== undefined && newMode !== undefined && oldMode !== newMode;
	return `${names[status]}${isModeChange ? ` (mode change ${oldMode} => ${newMode})` : ''}`;
}
