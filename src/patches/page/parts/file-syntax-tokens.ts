import { createSlices } from '../../../base/slices.ts';
import { hunkLineCount, hunkLines } from '../../../mail/hunk-display/hunk-lines.ts';
import { isSlowLine } from '../../../platform/model/highlight.ts';
import { type LineTokens, languageOf, tokenizeCode } from '../../../platform/model/syntax-tokens.ts';
import type { DiffTokens, ShownLine } from '../protocol/protocol.ts';
import type { ContentFile } from './series-content.ts';

/** Colors are not worth a delay: after so many lines of a file, its hunks have none. */
const maxLines = 1500;

const noTokens: LineTokens = [];

/** The syntax tokens of a file's diff. What is above a hunk is not known, so each side of a hunk is highlighted as a separate text. */
export async function fileSyntaxTokens(
	content: ContentFile,
	ignoresWhitespace: boolean,
): Promise<DiffTokens> {
	const { file, patch } = content;
	const language = languageOf(file.new ?? file.old ?? '');
	if (file.isCombined) return { hunks: [] };
	const pause = createSlices();
	const hunks: (readonly LineTokens[] | null)[] = [];
	let linesLeft = maxLines;
	for (const hunk of file.hunks) {
		linesLeft -= hunkLineCount(patch.source, hunk.bodyStart, hunk.end);
		if (linesLeft < 0) break;
		const { lines } = hunkLines(patch.source, hunk, { ignoresWhitespace });
		hunks.push(linesTokens(lines, language));
		await pause();
	}
	return { hunks };
}

/** The tokens of the lines of a hunk; null if its language is not known or it would take too long. */
function linesTokens(lines: readonly ShownLine[], language: string): readonly LineTokens[] | null {
	const current = sideTokens(lines, '-', language);
	const old = lines.some(({ sign }) => sign === '-') ? sideTokens(lines, '+', language) : noSide;
	if (!current || !old) return null;
	return lines.map((line) => (line.sign === '-' ? old : current).get(line) ?? noTokens);
}

const noSide: ReadonlyMap<ShownLine, LineTokens> = new Map();

/** The tokens of the lines that one version of the file has: all except those with the sign `without`. */
function sideTokens(
	lines: readonly ShownLine[],
	without: '+' | '-',
	language: string,
): ReadonlyMap<ShownLine, LineTokens> | undefined {
	const side = lines.filter(({ sign }) => sign !== without && sign !== '\\');
	const text = side.map(({ text }) => (isSlowLine(text) ? '' : text.replaceAll('\r', ' '))).join('\n');
	const found = tokenizeCode(text, language);
	return found && new Map(side.map((line, nth) => [line, found[nth] ?? noTokens]));
}
