import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { linesOf } from '../../../mail/unified-diff/lines.ts';
import type { DocumentHunks } from './document-hunks.ts';
import { showControls } from './document-line.ts';
import type { VersionFile } from './file-lines.ts';
import { canNumberLines } from './hunk-ranges.ts';
import { oldFileLines } from './old-file-lines.ts';
import { padTexts, type SideTexts } from './side-text.ts';
import { hunksOfSide, sideTexts, unpaddedTexts } from './side-texts.ts';

/**
 * Whether two versions changed the same file, so that the results can be compared. Otherwise lines differ that neither of them changed,
 * and the diffs are compared, as `git range-diff` does.
 */
export function haveSameBase(old: VersionFile, current: VersionFile): boolean {
	const one = old.file;
	const other = current.file;
	if (one.hunks.length === 0 || other.hunks.length === 0) return false;
	if (one.status === 'A' || other.status === 'A') return one.status === other.status;
	return isSameId(one.oldId, other.oldId);
}

const isSameId = (one: string | undefined, other: string | undefined): boolean => {
	const length = Math.min(one?.length ?? 0, other?.length ?? 0);
	return length >= 7 && one?.slice(0, length) === other?.slice(0, length);
};

/** The texts that compare a file in two versions of a patch: what the older and what the newer version makes of it. */
export function versionTexts(old: VersionFile | undefined, current: VersionFile | undefined): SideTexts {
	if (!old || !current) {
		const only = old ?? current;
		const texts = only ? sideTexts(only, isNumbered(only)) : { old: undefined, new: undefined };
		// In the version that does not change the file, the file is as it was before the other version's patch.
		return current ? texts : { old: texts.new, new: texts.old };
	}
	if (!haveSameBase(old, current)) return { old: diffText(old), new: diffText(current) };
	const { known, areNumbered } = sharedLines(old, current);
	const resultOf = (version: VersionFile) => unpaddedTexts(version, areNumbered, known).new;
	return padTexts({ old: resultOf(old), new: resultOf(current) });
}

/**
 * Which version's lines one of the two texts has (`own`), and from which side of the file. The text of a version that does not change the file has
 * the old side of the other version.
 */
export function ownVersion<Version extends VersionFile>(
	old: Version | undefined,
	current: Version | undefined,
	text: 'old' | 'new',
): { readonly own: Version | undefined; readonly other?: Version | undefined; readonly side: 'old' | 'new' } {
	const [own, other] = text === 'old' ? [old, current] : [current, old];
	return own ? { own, other, side: 'new' } : { own: other, side: 'old' };
}

/** The hunks of a version in a text that compares it with another one, which may not change the file. */
export function hunksOfVersion(
	version: VersionFile,
	other: VersionFile | undefined,
	side: 'old' | 'new',
): DocumentHunks {
	if (!other) return hunksOfSide(version, side, isNumbered(version));
	if (!haveSameBase(version, other)) return { ...version, shows: 'diff', starts: diffStarts(version) };
	const { known, areNumbered } = sharedLines(version, other);
	return hunksOfSide(version, side, areNumbered, known);
}

/** What two versions of a change to the same file show of it besides their own lines. */
const sharedLines = (one: VersionFile, other: VersionFile) => ({
	known: oldFileLines([one, other]),
	areNumbered: isNumbered(one) && isNumbered(other),
});

const isNumbered = ({ file }: VersionFile): boolean => canNumberLines([file])[0] ?? false;

/** Whether both versions change a file alike. */
export const isSameDiff = (old: VersionFile, current: VersionFile): boolean =>
	diffText(old) === diffText(current);

/** The diff of a file without line numbers and ids, which differ in each version. */
function diffText({ source, file }: VersionFile): string {
	const body = (hunk: Hunk) => source.slice(hunk.bodyStart, hunk.end).replaceAll('\r\n', '\n');
	const parts = file.hunks.map((hunk) => `@@${hunk.section === '' ? '' : ` ${hunk.section}`}\n${body(hunk)}`);
	return showControls([headerLines({ source, file }).join('\n'), ...parts].join(''));
}

const headerLines = ({ source, file: { hunks, start, end } }: VersionFile): readonly string[] =>
	source
		.slice(start, hunks[0]?.start ?? end)
		.split(/\r?\n/)
		.filter((line) => !/^(?:index |similarity |dissimilarity )/.test(line));

/** For each hunk, the line of the diff below its first line. */
function diffStarts(version: VersionFile): readonly number[] {
	// What follows the last line break of the header is no line, so the next line is that of the `@@`.
	let hunkHead = headerLines(version).length - 1;
	return version.file.hunks.map((hunk) => {
		const start = hunkHead + 1;
		hunkHead = start;
		for (const _ of linesOf(version.source, hunk)) hunkHead += 1;
		return start;
	});
}
