import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { showControls } from './document-line.ts';
import type { VersionFile } from './file-lines.ts';
import { canNumberLines } from './hunk-ranges.ts';
import { oldFileLines } from './old-file-lines.ts';
import { padTexts, type SideTexts } from './side-text.ts';
import { sideTexts, unpaddedTexts } from './side-texts.ts';

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
		// The version that does not change the file has it as it was before the patch of the other one.
		return current ? texts : { old: texts.new, new: texts.old };
	}
	if (!haveSameBase(old, current)) return { old: diffText(old), new: diffText(current) };
	const known = oldFileLines([old, current]);
	const areNumbered = isNumbered(old) && isNumbered(current);
	const resultOf = (version: VersionFile) => unpaddedTexts(version, areNumbered, known).new;
	return padTexts({ old: resultOf(old), new: resultOf(current) });
}

const isNumbered = ({ file }: VersionFile): boolean => canNumberLines([file])[0] ?? false;

/** Whether both versions change a file alike. */
export const isSameDiff = (old: VersionFile, current: VersionFile): boolean =>
	diffText(old) === diffText(current);

/** The diff of a file without line numbers and ids, which differ in each version. */
function diffText({ source, file }: VersionFile): string {
	const { hunks, start, end } = file;
	const header = source
		.slice(start, hunks[0]?.start ?? end)
		.split(/\r?\n/)
		.filter((line) => !/^(?:index |similarity |dissimilarity )/.test(line));
	const body = (hunk: Hunk) => source.slice(hunk.bodyStart, hunk.end).replaceAll('\r\n', '\n');
	const parts = hunks.map((hunk) => `@@${hunk.section === '' ? '' : ` ${hunk.section}`}\n${body(hunk)}`);
	return showControls([header.join('\n'), ...parts].join(''));
}
