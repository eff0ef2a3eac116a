import type { FileDiff, FileFacts } from '../unified-diff/file-diff.ts';

/** A word beside the name of a file: `new`, `executable`. */
export interface FileMark {
	readonly text: string;
	/** Whether it deserves attention. */
	readonly isWarning: boolean;
}

const statuses: Readonly<Record<FileDiff['status'], string | undefined>> = {
	A: 'new',
	D: 'deleted',
	R: 'renamed',
	C: 'copied',
	T: 'type changed',
	M: undefined,
};

/** The mode after the patch or, of a deleted file, before it. */
const modeOf = ({ status, oldMode, newMode }: FileFacts): string | undefined =>
	status === 'D' ? oldMode : newMode;

export const isSymlink = (file: FileFacts): boolean => modeOf(file) === '120000';
export const isSubmodule = (file: FileFacts): boolean => modeOf(file) === '160000';

/** What is special about a file of a patch: `new`, `executable`. */
export function fileMarks(file: FileDiff): readonly FileMark[] {
	const status = statuses[file.status];
	const mode = modeMark(file);
	return [
		...(status === undefined ? [] : [{ text: status, isWarning: false }]),
		...(mode === undefined ? [] : [{ text: mode, isWarning: file.status !== 'D' && mode !== notExecutable }]),
		...(file.binary ? [{ text: 'binary', isWarning: file.status !== 'D' }] : []),
	];
}

const notExecutable = 'no longer executable';

function modeMark(file: FileFacts): string | undefined {
	const { status, oldMode, newMode } = file;
	if (isSymlink(file)) return 'symlink';
	if (isSubmodule(file)) return 'submodule';
	const isNew = status === 'A' || status === 'T';
	if (status === 'D' || (!isNew && oldMode === newMode)) return undefined;
	if (newMode === '100755') return isNew ? 'executable' : 'now executable';
	if (newMode !== undefined && !isUsual(newMode)) return `mode ${newMode}`;
	return isNew || isUsual(oldMode) ? undefined : notExecutable;
}

/** Git writes this mode for files that are not executable. */
const isUsual = (mode: string | undefined): boolean => mode === '100644';
