import { visible } from '../../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import { truncate } from '../../../base/text/truncate.ts';
import { type DisplayLine, longestLine } from '../../../mail/hunk-display/display-line.ts';
import { markWords } from '../../../mail/hunk-display/mark-words.ts';
import type { Pair } from '../../../mail/range-diff/range-diff.ts';
import { joinWords } from '../../../platform/model/words.ts';
import type { ComparedVersion, VersionComparison } from '../../state/comparison/compare-versions.ts';
import type { ComparedVersionName, ComparisonPart, ComparisonRow } from '../protocol/comparison-protocol.ts';
import { type DifferencePart, differenceParts } from './difference-parts.ts';
import { fullPatchParts } from './full-patch-parts.ts';

/** Further lines are only counted, because drawing them would take too long. */
const maxLines = 5000;
/** Beyond this many characters, changed words are not marked. */
const maxMarked = 400_000;
const longestTitle = 200;

/** What the page shows of a comparison, without the details. */
export function shownComparison(
	old: ComparedVersionName,
	current: ComparedVersionName,
	comparison: VersionComparison,
) {
	const missing = [missingText(old.name, comparison.old), missingText(current.name, comparison.new)].filter(
		Boolean,
	);
	return {
		old,
		new: current,
		summary: [summaryOf(comparison.pairs), ...missing].filter(Boolean).join(' · '),
		rows: comparison.pairs.map((pair) => rowOf(pair, comparison)),
	};
}

/** How many pairs there are of each kind, without kinds that have none. */
const countKinds = (pairs: readonly Pair[], kinds: readonly Pair['kind'][]) =>
	kinds
		.map((kind) => ({ kind, number: pairs.filter((pair) => pair.kind === kind).length }))
		.filter(({ number }) => number > 0);

/** `1 unchanged, 1 changed, 1 dropped, 1 added`. */
const summaryOf = (pairs: readonly Pair[]): string =>
	countKinds(pairs, ['unchanged', 'moved', 'changed', 'dropped', 'added'])
		.map(({ kind, number }) => `${formatNumber(number)} ${kind}`)
		.join(', ');

/** `1 patch changed, 1 dropped, 1 added`; empty if the patches are the same. */
export const changesText = (pairs: readonly Pair[]): string =>
	countKinds(pairs, ['changed', 'dropped', 'added'])
		.map(({ kind, number }, nth) => {
			const counted = nth === 0 ? count(number, 'patch', 'patches') : formatNumber(number);
			return `${counted} ${kind}`;
		})
		.join(', ');

/** Says how many patches of a version are missing, because these look as if they were added or dropped. */
function missingText(name: string, { of, patches }: ComparedVersion): string {
	const missing = of - new Set(patches.map(({ number }) => number)).size;
	return missing > 0 ? `${count(missing, 'patch', 'patches')} of ${name} missing` : '';
}

function rowOf(pair: Pair, { old, new: current }: VersionComparison): ComparisonRow {
	const before = 'old' in pair ? old.patches[pair.old] : undefined;
	const after = 'new' in pair ? current.patches[pair.new] : undefined;
	return {
		key: rowKey(pair),
		sign: signs[pair.kind],
		old: before ? `${before.number}/${old.of}` : '–',
		new: after ? `${after.number}/${current.of}` : '–',
		title: truncate(after?.title ?? before?.title ?? '', longestTitle),
		outcome: outcomeOf(pair),
		hasDetails: pair.kind !== 'unchanged' && pair.kind !== 'moved',
	};
}

const signs: Readonly<Record<Pair['kind'], ComparisonRow['sign']>> = {
	unchanged: '=',
	moved: '=',
	changed: '!',
	dropped: '<',
	added: '>',
};

/** Identifies the row of a pair. */
export const rowKey = (pair: Pair): string =>
	`${'old' in pair ? pair.old : ''}:${'new' in pair ? pair.new : ''}`;

/** `code and message changed, moved`. */
function outcomeOf(pair: Pair): string {
	if (pair.kind === 'moved') return 'unchanged, moved';
	if (pair.kind !== 'changed') return pair.kind;
	const { author, message, diff } = pair.difference;
	const changed = [
		...(diff.length > 0 ? ['code'] : []),
		...(message.length > 0 ? ['message'] : []),
		...(author ? ['author'] : []),
	];
	return `${joinWords(changed)} changed${pair.isMoved ? ', moved' : ''}`;
}

/**
 * What differs in the patch of a row: its author, its message and its files; all of a patch that was added or dropped. Empty if the row
 * has no details.
 */
export function comparisonParts(comparison: VersionComparison, row: string): readonly ComparisonPart[] {
	const pair = comparison.pairs.find((one) => rowKey(one) === row);
	if (pair?.kind === 'added') return wholePatch(comparison.new.patches[pair.new]);
	if (pair?.kind === 'dropped') return wholePatch(comparison.old.patches[pair.old]);
	if (pair?.kind !== 'changed') return [];
	const { author, message, diff } = pair.difference;
	const diffs = { old: diffOf(comparison.old, pair.old), new: diffOf(comparison.new, pair.new) };
	const authors = author && [
		{ kind: 'removed' as const, text: author.old },
		{ kind: 'added' as const, text: author.new },
	];
	const parts = [
		...(authors ? [{ title: 'Author', lines: authors }] : []),
		...message.map(({ lines }) => ({ title: 'Message', lines })),
		...diff.flatMap((hunk) => differenceParts(hunk, diffs)),
	];
	return bounded(parts);
}

const wholePatch = (patch: ComparedVersion['patches'][number] | undefined): readonly ComparisonPart[] =>
	patch ? bounded(fullPatchParts(patch.texts)) : [];

const diffOf = ({ patches }: ComparedVersion, patch: number) => patches[patch]?.texts.diff ?? [];

/** The parts up to the most lines that are shown, with the words that differ. */
function bounded(parts: readonly DifferencePart[]): readonly ComparisonPart[] {
	const shown: ComparisonPart[] = [];
	let left = maxLines;
	let charactersLeft = maxMarked;
	for (const { title, lines } of parts) {
		if (left > 0) {
			const some = lines.slice(0, left).map(displayed);
			charactersLeft -= some.reduce((sum, { text }) => sum + text.length, 0);
			shown.push({ title, lines: (charactersLeft >= 0 ? markWords(some) : some).map(toShown) });
		}
		left -= lines.length;
	}
	if (left < 0) shown.push({ title: `${count(-left, 'more line')} not shown`, lines: [] });
	return shown;
}

const outerSigns = { same: ' ', removed: '-', added: '+' } as const;

function displayed({ kind, text }: DifferencePart['lines'][number]): DisplayLine {
	const more = Math.max(0, text.length - longestLine);
	// Invisible characters are named in the text, because two versions may differ only in one of them.
	const shown = visible(text.slice(0, longestLine).toWellFormed());
	return {
		sign: outerSigns[kind],
		old: null,
		new: null,
		words: [],
		invisible: [],
		more,
		text: more > 0 ? `${shown}…` : shown,
	};
}

const toShown = ({ sign, text, words }: DisplayLine): ComparisonPart['lines'][number] => ({
	sign: sign === '\\' ? ' ' : sign,
	text,
	words,
});
