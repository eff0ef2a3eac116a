import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	changesByFile,
	countChangedFiles,
} from '../../../../../src/patches/model/net-diff/changes-by-file.ts';
import { combineChanges } from '../../../../../src/patches/model/net-diff/combine-changes.ts';
import { writeHunks } from '../../../../../src/patches/model/net-diff/write-hunks.ts';
import { applyHunks } from '../../../../../src/patches/model/side-texts/apply-hunks.ts';
import type { VersionFile } from '../../../../../src/patches/model/side-texts/file-lines.ts';
import { edited, parsed, summary, text } from '../../../../kit/mails/diff-text.ts';
import { inGitFolder } from '../../../../kit/mails/git-folder.ts';

/** The files of diffs, each of a patch. */
const patchesOf = (diffs: readonly string[]) =>
	diffs.map((diff) => {
		const { source, files } = parsed(diff);
		return { files: files.map((file) => ({ source, file })) };
	});

/** What the diffs change together, in the order of the files. */
const combine = (...diffs: readonly string[]) =>
	changesByFile(patchesOf(diffs)).map((history) => {
		const combined = combineChanges([...history.changes()]);
		if (combined.kind !== 'combined') return combined.kind === 'failed' ? combined.reason : combined.kind;
		return `${summary(combined.file)}\n${combined.source}`;
	});

const id = (old: string, current: string) => `index ${old.repeat(7)}..${current.repeat(7)} 100644`;
const header = (name: string) => text(`diff --git a/${name} b/${name}`, `--- a/${name}`, `+++ b/${name}`);
const created = (...lines: readonly string[]) =>
	text('diff --git a/x b/x', 'new file mode 100644', '--- /dev/null', '+++ b/x', ...lines);

const copied = (from: string, to: string) =>
	text(`diff --git a/${from} b/${to}`, 'similarity index 100%', `copy from ${from}`, `copy to ${to}`);

const patchOrder =
	<File>(patches: readonly { readonly files: readonly File[] }[]) =>
	(one: File, other: File) =>
		patches.findIndex(({ files }) => files.includes(one)) -
		patches.findIndex(({ files }) => files.includes(other));

describe('The changes of a file in several patches', () => {
	it('are combined, with the line numbers before and after all of them', () => {
		const first = header('x') + text('@@ -10,3 +10,4 @@ int main', ' a', '+new', ' b', ' c');
		const second = header('x') + text('@@ -2,2 +2,3 @@', ' top', '+first', ' next');
		const third = header('x') + text('@@ -11,5 +11,5 @@', ' a', '-new', '+newer', ' b', ' c', ' d');
		assert.deepEqual(combine(first, second, third), [
			`M x x +2 -0\n${text(
				'@@ -2,2 +2,3 @@',
				' top',
				'+first',
				' next',
				'@@ -10,4 +11,5 @@ int main',
				' a',
				'+newer',
				' b',
				' c',
				' d',
			)}`,
		]);
	});

	it('leave the file as it was if the last one undoes the others', () => {
		const there = edited() + text('@@ -1,2 +1,2 @@', ' a', '-b', '+c');
		const back = header('x') + text('@@ -1,2 +1,2 @@', ' a', '-c', '+b');
		assert.deepEqual(combine(there, back), ['unchanged']);
		const gone = text('diff --git a/x b/x', 'deleted file mode 100644', '--- a/x', '+++ /dev/null');
		assert.deepEqual(combine(created('@@ -0,0 +1 @@', '+a'), gone + text('@@ -1 +0,0 @@', '-a')), [
			'unchanged',
		]);
	});

	it('are those of a new, a deleted or a renamed file', () => {
		const change = header('x') + text('@@ -1 +1,2 @@', ' a', '+b');
		assert.deepEqual(combine(created('@@ -0,0 +1 @@', '+a'), change), [
			`A - x -..100644 +2 -0\n${text('@@ -0,0 +1,2 @@', '+a', '+b')}`,
		]);
		const gone = text('diff --git a/x b/x', 'deleted file mode 100644', '--- a/x', '+++ /dev/null');
		assert.deepEqual(combine(change, gone + text('@@ -1,2 +0,0 @@', '-a', '-b')), [
			`D x - 100644..- +0 -1\n${text('@@ -1 +0,0 @@', '-a')}`,
		]);
		const renamed = text('diff --git a/x b/y', 'similarity index 100%', 'rename from x', 'rename to y');
		const after = header('y') + text('@@ -2,2 +2 @@', ' b', '-c');
		assert.deepEqual(combine(change, renamed, after), [
			`R x y +1 -1\n${text('@@ -1,2 +1,2 @@', ' a', '-c', '+b')}`,
		]);
	});

	it('are not combined if a patch was made for another version of the file', () => {
		const change = (line: string, ids: string) =>
			text('diff --git a/x b/x', ids, '--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', ` ${line}`, '-b', '+b');
		assert.deepEqual(combine(change('a', id('1', '2')), change('other', id('2', '3'))), ['mismatch']);
		assert.deepEqual(combine(change('a', id('1', '2')), change('a', id('4', '5'))), ['mismatch']);
		const binary = text('diff --git a/x b/x', id('2', '3'), 'Binary files a/x and b/x differ');
		assert.deepEqual(combine(change('a', id('1', '2')), binary), ['binary']);
	});

	it('are found by the path of the file after each patch', () => {
		const renamed = text('diff --git a/x b/y', 'similarity index 100%', 'rename from x', 'rename to y');
		const another = created('@@ -0,0 +1 @@', '+a');
		const all = changesByFile(patchesOf([edited('x'), renamed, another, edited('y')]));
		assert.deepEqual(
			all.map((history) => [...history.changes()].map(({ file }) => file.status).join('')),
			['A', 'MRM'],
		);
		const counts = [[edited('x')], [edited('x'), renamed], [edited('x'), renamed, another]].map((diffs) =>
			countChangedFiles(patchesOf(diffs)),
		);
		assert.deepEqual(counts, [1, 1, 2]);
	});

	it('are each listed once if two files are copied to each other again and again', () => {
		const patches = patchesOf(Array.from({ length: 12 }, () => copied('x', 'y') + copied('y', 'x')));
		assert.equal(countChangedFiles(patches), 2);
		for (const history of changesByFile(patches)) {
			const changes = [...history.changes()];
			assert.ok(changes.length <= 24 && new Set(changes).size === changes.length, `${changes.length}`);
			assert.deepEqual(changes, changes.toSorted(patchOrder(patches)));
		}
	});

	it('are stored once for all files that share them, and can be listed once for all of them', () => {
		const length = 20_000;
		const patches = patchesOf(Array.from({ length }, (_, nth) => copied(`x${nth}`, `x${nth + 1}`)));
		const all = changesByFile(patches);
		const listed: Parameters<(typeof all)[number]['changes']>[0] = new Set();
		let count = 0;
		for (const history of all) for (const _ of history.changes(listed)) count += 1;
		assert.deepEqual([all.length, count], [length, length]);
	});

	it('are not combined if that takes too many steps, of which one without hunks takes none', () => {
		const moded = text('diff --git a/x b/x', 'old mode 100644', 'new mode 100755');
		const grown = header('x') + text('@@ -9 +9,2 @@', ' a', '+b');
		const changes = patchesOf([grown, moded, grown, moded]).flatMap(({ files }) => files);
		const reasons = [5, 4].map((steps) => {
			const combined = combineChanges(changes, { steps });
			return combined.kind === 'failed' ? combined.reason : combined.kind;
		});
		assert.deepEqual(reasons, ['combined', 'too-large']);
	});

	it('lead to the same file as the patches one after the other', () => {
		const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 30 });
		fc.assert(
			fc.property(fc.array(lines, { minLength: 3, maxLength: 6 }), fc.boolean(), (versions, hasBreak) => {
				const texts = versions.map((all) => all.join('\n') + (hasBreak && all.length > 0 ? '\n' : ''));
				const changes = texts.slice(1).map((current, nth) => changeOf(texts[nth] ?? '', current));
				const combined = combineChanges(changes);
				const [first = ''] = texts;
				const result =
					combined.kind === 'combined'
						? applyHunks(first, combined.source, combined.file.hunks, 'old')
						: first;
				assert.notEqual(combined.kind, 'failed');
				assert.equal(result, texts.at(-1));
			}),
		);
	});

	it('are what git finds between the first and the last version', () => {
		const numbered = Array.from({ length: 60 }, (_, nth) => `line ${nth}`);
		const change = (all: readonly string[], at: number, ...added: readonly string[]) =>
			all.toSpliced(at, 1, ...added);
		const one = change(numbered, 5, 'five', 'and a half');
		const two = change(change(one, 40, 'forty'), 6);
		const three = change(two, 41, 'after forty', 'more');
		const versions = [numbered, one, two, three].map((all) => text(...all));
		inGitFolder(({ git }) => {
			const store = (content: string) => git(['hash-object', '-w', '--stdin'], content).trim();
			const [base = '', ...later] = versions.map(store);
			const diff = (old: string, current: string) => git(['diff', old, current]);
			const steps = later.map((current, nth) => diff([base, ...later][nth] ?? '', current));
			const changes = patchesOf(steps).flatMap(({ files }) =>
				files.map(({ source, file }): VersionFile => ({ source, file: { ...file, old: 'x', new: 'x' } })),
			);
			const combined = combineChanges(changes);
			assert.ok(combined.kind === 'combined');
			const expected = diff(base, later.at(-1) ?? '');
			assert.equal(withoutSections(combined.source), withoutSections(expected.slice(expected.indexOf('@@'))));
		});
	});
});

const withoutSections = (diff: string): string => diff.replace(/^(@@ .* @@).*$/gm, '$1');

/** A diff between two texts. */
function changeOf(old: string, current: string): VersionFile {
	const side = (content: string, side: 'old' | 'new') => {
		const lines = content.split('\n');
		const isEnded = lines.at(-1) === '';
		if (isEnded) lines.pop();
		return lines.map((one, nth) => ({ text: one, side, hasBreak: isEnded || nth < lines.length - 1 }));
	};
	const { source, ...diff } = writeHunks('', [...side(old, 'old'), ...side(current, 'new')]);
	const [file] = parsed(edited()).files;
	assert.ok(file);
	return { source, file: { ...file, ...diff, oldId: undefined, newId: undefined } };
}
