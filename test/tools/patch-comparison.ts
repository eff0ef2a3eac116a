import type { Patch } from '../../src/mail/patch/patch.ts';
import { rangeDiff } from '../../src/mail/range-diff/range-diff.ts';
import { toRangeDiffPatch } from '../../src/mail/range-diff/range-diff-patch.ts';
import type { Version } from '../../src/patches/model/series/chain.ts';
import { chainsOf } from '../../src/patches/model/series/series.ts';
import type { SeenMail } from './patch-report.ts';
import { Stop } from './stop.ts';

/** Compares the patches of two files. Numbered patches may be in any order. */
export const compareFiles = (old: readonly SeenMail[], current: readonly SeenMail[]) =>
	compare(sorted(old), sorted(current));

/** Compares two versions, such as `1` and `v2`, of the only series in the mails that has them. */
export function compareVersions(mails: readonly SeenMail[], old: string, current: string) {
	const [before, after] = [numberOf(old), numberOf(current)];
	const pairs = chainsOf(mails).flatMap(({ versions }) => {
		const find = (number: number) => versions.findLast(({ version }) => version === number);
		const [one, other] = [find(before), find(after)];
		return one && other ? [[one, other] as const] : [];
	});
	const [pair] = pairs;
	if (!pair || pairs.length > 1) {
		throw new Stop(
			`${pair ? `${pairs.length} series have` : 'No series in these files has'} the versions ${before} and ${after}. Give --range-diff two files instead.`,
		);
	}
	return compare(patchesOf(pair[0]), patchesOf(pair[1]));
}

function numberOf(word: string): number {
	if (!/^v?\d+$/i.test(word)) throw new Stop(`"${word}" is no version. Write a number, such as 2 or v2.`);
	return Number(word.replace(/^v/i, ''));
}

const patchesOf = ({ patches, extra }: Version<SeenMail>): readonly Patch[] =>
	[...patches, ...extra].flatMap(({ mail }) => mail.patches);

function sorted(mails: readonly SeenMail[]): readonly Patch[] {
	const patches = mails.flatMap(({ patches }) => patches);
	const isNumbered = patches.every(({ subject }) => subject.number !== undefined);
	return isNumbered ? patches.toSorted((a, b) => (a.subject.number ?? 0) - (b.subject.number ?? 0)) : patches;
}

function compare(old: readonly Patch[], current: readonly Patch[]) {
	const side = (patches: readonly Patch[], index: number | undefined) =>
		index === undefined ? null : { number: index + 1, title: patches[index]?.subject.title ?? '' };
	return rangeDiff(old.map(toRangeDiffPatch), current.map(toRangeDiffPatch)).map((pair) => ({
		kind: pair.kind,
		isMoved: pair.kind === 'moved' || (pair.kind === 'changed' && pair.isMoved),
		old: side(old, 'old' in pair ? pair.old : undefined),
		new: side(current, 'new' in pair ? pair.new : undefined),
		difference:
			pair.kind === 'changed' ? { ...pair.difference, author: pair.difference.author ?? null } : null,
	}));
}
