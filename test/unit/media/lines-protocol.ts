import { textAfter } from '../../../src/platform/model/text-after.ts';
import type { DraftOfPage, DraftRules, DraftSnapshot } from '../../../src/platform/page/draft-rules.ts';
import {
	epochMs,
	fields,
	forAnyPage,
	listOf,
	nothing,
	oneOf,
	orNull,
	row,
	text,
} from '../../../src/platform/page/requests.ts';
import type { Suggestion } from '../../../src/platform/page/snapshot-parts.ts';

/* A made-up kind of page: some lines, and below each of them a box for comments on it. One draft has the texts of all boxes. */

export interface LinesDraft extends DraftOfPage {
	readonly texts: readonly string[];
}

const isLinesDraft = fields({
	texts: listOf(text()),
	base: orNull(text()),
	saved: epochMs,
	after: orNull(epochMs),
});

export const linesDrafts: DraftRules<LinesDraft> = {
	isDraft: isLinesDraft,
	empty: (saved) => ({ texts: [], base: null, saved, after: null }),
	isBlank: ({ texts }) => texts.every((one) => one === ''),
	isSame: (one, other) => one.texts.join('\n') === other.texts.join('\n'),
	withEarlier: (now, earlier) => ({
		...now,
		texts: now.texts.map((one, at) => `${earlier.texts[at] ?? ''}\n\n${one}`),
	}),
	continues: ({ texts }, before) => before.texts.every((one, at) => (texts[at] ?? '').startsWith(one)),
	withoutSent: (now, sent) =>
		now.after === sent.saved
			? now
			: {
					...now,
					texts: now.texts.map((one, at) => textAfter(sent.texts[at] ?? '', one)),
					after: sent.saved,
				},
};

export interface LinesSnapshot extends DraftSnapshot<LinesDraft> {
	readonly key: string;
	readonly version: string;
	readonly lines: readonly string[];
}

export const linesAsks = {
	ready: forAnyPage(row(nothing)),
	open: row(fields({ open: text() })),
	draft: row(fields({ key: text(), draft: isLinesDraft })).giving<{ readonly saved: string }>(),
	send: row(fields({ draft: isLinesDraft, version: text() })).giving<{ readonly kind: 'sent' | 'waiting' }>(),
	discard: row(nothing),
	restoreDraft: row(nothing).giving<{ readonly draft: LinesDraft }>(),
	preview: row(fields({ text: text() })).giving<{ readonly html: string }>(),
	complete: row(fields({ prefix: oneOf('#', '~'), word: text() })).giving<{
		readonly items: readonly Suggestion[];
	}>(),
};
export type LinesAsks = typeof linesAsks;
