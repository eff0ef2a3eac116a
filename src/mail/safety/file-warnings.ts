import { visible } from '../../base/text/invisible-characters.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';
import { linesOf } from '../unified-diff/lines.ts';
import { characterWarnings } from './character-warnings.ts';
import { isSubmodule, isSymlink } from './file-marks.ts';
import { pathWarnings } from './path-warnings.ts';

/** A sentence about what may deceive or harm a user who trusts the patch. */
export interface FileWarning {
	readonly text: string;
	/** The line in the new file. Undefined if it is about the whole file. */
	readonly line: number | undefined;
}

/** Kept, because a page needs them whenever it is drawn. */
const warningsByFile = new WeakMap<FileDiff, readonly FileWarning[]>();

/** Warnings about a file of a patch, those about the whole file first. */
export function fileWarnings(source: string, file: FileDiff): readonly FileWarning[] {
	const warnings = warningsByFile.get(file) ?? warningsOf(source, file);
	warningsByFile.set(file, warnings);
	return warnings;
}

function warningsOf(source: string, file: FileDiff): readonly FileWarning[] {
	const path = file.new ?? file.old ?? '';
	const whole = [...pathWarnings(path), ...kindWarnings(source, file)];
	return [
		...whole.map((text) => ({ text, line: undefined })),
		...installWarnings(source, file, path),
		...characterWarnings(source, file.hunks),
	];
}

function kindWarnings(source: string, file: FileDiff): readonly string[] {
	if (file.status === 'D') return [];
	if (isSymlink(file)) return linkWarnings(file.new ?? '', addedText(source, file) ?? '');
	if (isSubmodule(file)) {
		const [, commit] = /^Subproject commit ([0-9a-f]{7,64})/.exec(addedText(source, file) ?? '') ?? [];
		const what = 'This is a submodule: its files come from another repository';
		return [commit === undefined ? `${what}.` : `${what}, at commit ${commit.slice(0, 12)}.`];
	}
	return file.binary ? ['The content is binary, so the patch does not show what it does.'] : [];
}

/** The last added line: the target of a link, or the commit of a submodule. */
function addedText(source: string, { hunks }: FileDiff): string | undefined {
	const last = hunks.at(-1);
	let added: string | undefined;
	for (const { kind, start, end } of last ? linesOf(source, last) : [])
		if (kind === 'add') added = source.slice(start, Math.min(end, start + 1000));
	return added;
}

function linkWarnings(path: string, target: string): readonly string[] {
	if (target === '') return ['This is a symbolic link.'];
	const named = `This is a symbolic link to ${visible(target)}`;
	return [leadsOutside(path, target) ? `${named}, which is outside the repository.` : `${named}.`];
}

/** Whether a link leads out of the repository, as far as can be told without other links. */
function leadsOutside(path: string, target: string): boolean {
	if (/^[/\\~]|^[a-z]:/i.test(target)) return true;
	let depth = path.split('/').length - 1;
	for (const step of target.split(/[/\\]/)) {
		if (step === '..') depth -= 1;
		else if (step !== '' && step !== '.') depth += 1;
		if (depth < 0) return true;
	}
	return false;
}

const installScript = /^\s*"(?:(?:pre|post)?(?:install|prepare)|prepublish|dependencies)"\s*:\s*"/;

/** Scripts of a package that `npm install` runs. */
function installWarnings(source: string, file: FileDiff, path: string): readonly FileWarning[] {
	if (!/(?:^|\/)package\.json$/.test(path)) return [];
	const warnings: FileWarning[] = [];
	for (const hunk of file.hunks) {
		for (const { kind, start, end, newLine } of linesOf(source, hunk)) {
			const isAdded = kind === 'add' || kind === 'wrapped';
			if (isAdded && installScript.test(source.slice(start, end)))
				warnings.push({ text: 'This script runs when dependencies are installed.', line: newLine });
		}
	}
	return warnings;
}
