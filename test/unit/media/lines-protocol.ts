import { pageRequests } from '../../../src/platform/page/page-requests.ts';
import { isPageText, type TextRules, type TextSnapshot } from '../../../src/platform/page/page-text.ts';
import { fields, listOf, oneOf, row, text } from '../../../src/platform/page/requests.ts';
import type { Suggestion } from '../../../src/platform/page/snapshot-parts.ts';

/* A made-up kind of page: some lines, and below each of them a box for comments on it. One text has those of all boxes. */

export interface Lines {
	readonly texts: readonly string[];
}

const isLines = fields({ texts: listOf(text()) });
const isLinesText = isPageText<Lines>(isLines);

export const linesRules: TextRules<Lines> = {
	isBody: isLines,
	empty: { texts: [] },
	isBlank: ({ texts }) => texts.every((one) => one === ''),
	isSame: (one, other) => one.texts.join('\n') === other.texts.join('\n'),
};

export interface LinesSnapshot extends TextSnapshot<Lines> {
	readonly key: string;
	readonly version: string;
	readonly lines: readonly string[];
}

export const linesAsks = {
	...pageRequests,
	draft: row(fields({ key: text(), text: isLinesText })).giving<{
		readonly id: string;
		readonly saved: string;
	}>(),
	send: row(fields({ text: isLinesText, version: text() })),
	discard: row(fields({ id: text() })),
	restoreDraft: row(fields({ id: text() })),
	preview: row(fields({ text: text() })).giving<{ readonly html: string }>(),
	complete: row(fields({ prefix: oneOf('#', '~'), word: text() })).giving<{
		readonly items: readonly Suggestion[];
	}>(),
};
export type LinesAsks = typeof linesAsks;
