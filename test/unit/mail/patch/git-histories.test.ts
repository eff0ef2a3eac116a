import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import type { Patch } from '../../../../src/mail/patch/patch.ts';
import type { FileDiff } from '../../../../src/mail/unified-diff/file-diff.ts';
import { type GitFolder, inGitFolder } from '../../../kit/mails/git-folder.ts';
import { rebuildDiff } from '../../../tools/rebuild-diff.ts';
import { type FormatOptions, formatOptions, formattedMails } from './formatted-mails.ts';
import { commits, fastImport } from './history.ts';
import { type RawChange, readRawDiff } from './raw-diff.ts';

const unless = (value: string, absent: RegExp) => (absent.test(value) ? undefined : value);

/**
 * What is compared of a file. Ids are usually shortened in a patch. Git counts the lines of a changed type as of an edited text.
 */
const seen = (file: FileDiff) => ({
	status: file.status,
	old: file.old,
	new: file.new,
	oldMode: file.oldMode,
	newMode: file.newMode,
	counts: file.status === 'T' || file.binary ? undefined : [file.additions, file.deletions],
});

const expected = (raw: RawChange, file: FileDiff | undefined) => ({
	status: raw.status,
	old: raw.status === 'A' ? undefined : raw.old,
	new: raw.status === 'D' ? undefined : raw.new,
	// A renamed file without other changes has no mode in a patch.
	oldMode: file?.oldMode === undefined && raw.similarity === 100 ? undefined : unless(raw.oldMode, /^0+$/),
	newMode: file?.newMode === undefined && raw.similarity === 100 ? undefined : unless(raw.newMode, /^0+$/),
	counts: countsOf(raw),
});

const hasIds = (file: FileDiff, raw: RawChange) =>
	(file.oldId === undefined || raw.oldId.startsWith(file.oldId)) &&
	(file.newId === undefined || raw.newId.startsWith(file.newId));

/** A patch does not say whether a file is binary whose content is the same. */
function countsOf({ status, oldId, newId, additions, deletions }: RawChange) {
	if (oldId === newId) return [0, 0];
	return status === 'T' || additions === undefined ? undefined : [additions, deletions];
}

function checkFiles({ git }: GitFolder, id: string, { files }: Patch, comparison: readonly string[]): void {
	const words = [
		'diff-tree',
		'--root',
		'--no-commit-id',
		'-r',
		'-z',
		'--raw',
		'--numstat',
		...comparison,
		id,
	];
	const raw = readRawDiff(git(words));
	assert.deepEqual(
		files.map(seen),
		raw.map((each, index) => expected(each, files[index])),
	);
	for (const [index, file] of files.entries()) assert.ok(hasIds(file, raw[index] as RawChange));
}

/** Title, author and message, as `git mailinfo` and `git am` read them. */
function checkMessage({ folder, git }: GitFolder, mail: string, patch: Patch): void {
	const file = join(folder, 'message');
	const info = git(['mailinfo', '--scissors', file, '/dev/null'], mail);
	const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(info)?.[1] ?? '';
	assert.equal(patch.subject.title, field('Subject'));
	assert.deepEqual(patch.author, { name: field('Author'), email: field('Email') });
	assert.equal(patch.authorDate, field('Date').trim());
	assert.equal(patch.message, git(['stripspace'], readFileSync(file)));
}

/** Applies the patch, written again, to the index, and compares the tree with that of the commit. */
function checkRebuilt({ git }: GitFolder, id: string, patch: Patch, context: number): void {
	const unidiff = context === 0 ? ['--unidiff-zero'] : [];
	git(['apply', '--cached', '--whitespace=nowarn', ...unidiff, '-'], rebuildDiff(patch));
	assert.equal(git(['diff-index', '--cached', '-p', id]), '');
}

function checkHistory(repository: GitFolder, options: FormatOptions): void {
	for (const mail of formattedMails(repository, options)) {
		const id = /^From ([0-9a-f]{40}) /.exec(mail)?.[1] ?? '';
		const sent = options.isCrlf ? mail.replaceAll('\n', '\r\n') : mail;
		const [patch, ...others] = parsePatches(parseMail(sent));
		assert.ok(patch, mail);
		assert.equal(others.length, 0);
		assert.deepEqual(patch.warnings, []);
		checkFiles(repository, id, patch, options.comparison);
		checkMessage(repository, mail, patch);
		if (!options.words.includes('--no-binary')) checkRebuilt(repository, id, patch, options.context);
	}
}

describe('A patch of git format-patch', () => {
	it('has the files of git diff, the message of git am, and gives the same tree when it is written again', () => {
		fc.assert(
			fc.property(commits, formatOptions, (history, chosen) => {
				inGitFolder((repository) => {
					repository.git(['fast-import', '--quiet'], fastImport(history));
					checkHistory(repository, chosen);
				});
			}),
			{ numRuns: 8 },
		);
	}).timeout(120_000);
});
