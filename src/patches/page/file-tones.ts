import { createSlices } from '../../base/slices.ts';
import { hunkLineCount, hunkLines } from '../../mail/hunk-display/hunk-lines.ts';
import { codeTones, type LineTones, languageOf } from '../../platform/model/code-tones.ts';
import { isSlowLine } from '../../platform/model/markdown/highlight.ts';
import type { ShownLine, ShownTones } from './protocol.ts';
import type { ContentFile } from './series-content.ts';

/** Colors are not worth a delay: longer hunks have none, nor do the hunks after as many lines. */
const mostLines = 1500;

const noTones: LineTones = [];

/** The tones of the code of a file's diff. What is above a hunk is not known, so each side of it is highlighted as a text of its own. */
export async function fileTones(content: ContentFile, ignoresWhitespace: boolean): Promise<ShownTones> {
	const { file, patch } = content;
	const language = languageOf(file.new ?? file.old ?? '');
	if (file.isCombined) return { hunks: [] };
	const pause = createSlices();
	const hunks: (readonly LineTones[] | null)[] = [];
	let linesLeft = mostLines;
	for (const hunk of file.hunks) {
		linesLeft -= linesLeft > 0 ? hunkLineCount(patch.source, hunk) : 0;
		if (linesLeft < 0) break;
		const { lines } = hunkLines(patch.source, hunk, { ignoresWhitespace });
		hunks.push(linesTones(lines, language));
		await pause();
	}
	return { hunks };
}

/** The tones of the lines of a hunk; null if its language is not known or it would take too long. */
function linesTones(lines: readonly ShownLine[], language: string): readonly LineTones[] | null {
	const current = sideTones(lines, '-', language);
	const old = lines.some(({ sign }) => sign === '-') ? sideTones(lines, '+', language) : noSide;
	if (!current || !old) return null;
	return lines.map((line) => (line.sign === '-' ? old : current).get(line) ?? noTones);
}

const noSide: ReadonlyMap<ShownLine, LineTones> = new Map();

/** The tones of the lines that one version of the file has: those without a sign. */
function sideTones(
	lines: readonly ShownLine[],
	without: '+' | '-',
	language: string,
): ReadonlyMap<ShownLine, LineTones> | undefined {
	const side = lines.filter(({ sign }) => sign !== without && sign !== '\\');
	const text = side.map(({ text }) => (isSlowLine(text) ? '' : text.replaceAll('\r', ' '))).join('\n');
	const found = codeTones(text, language);
	return found && new Map(side.map((line, nth) => [line, found[nth] ?? noTones]));
}
