import assert from 'node:assert/strict';
import { type HunkLine, linesOf } from '../../../../../src/mail/unified-diff/lines.ts';
import {
	type DocumentHunks,
	lineInHunk,
	ownRanges,
	rangeInDocument,
	wholeHunks,
} from '../../../../../src/patches/model/side-texts/document-hunks.ts';
import type { VersionFile } from '../../../../../src/patches/model/side-texts/file-lines.ts';
import { hunksOfSide, sideTexts } from '../../../../../src/patches/model/side-texts/side-texts.ts';
import {
	hunksOfVersion,
	ownVersion,
	versionTexts,
} from '../../../../../src/patches/model/side-texts/version-texts.ts';
import { parsed, text } from '../../../../kit/mails/diff-text.ts';

function changed(oldId: string, ...lines: readonly string[]): VersionFile {
	const header = ['diff --git a/x b/x', `index ${oldId}..2222222 100644`, '--- a/x', '+++ b/x'];
	const source = text(...header, ...lines);
	const [file] = parsed(source).files;
	assert.ok(file);
	return { source, file };
}

/** The lines of the hunks that the document says it shows, each with the line of its text. */
function shownLines(hunks: DocumentHunks, document: string | undefined) {
	const lines = (document ?? '').split('\n');
	return hunks.file.hunks.flatMap((hunk, at) =>
		[...linesOf(hunks.source, hunk)].flatMap(({ kind, start, end }, nth) => {
			const range = rangeInDocument(hunks, at, nth, nth);
			if (!range) return [];
			// The rest of a broken line stands with its beginning.
			const isContinued = hunks.shows !== 'diff' && (kind === 'wrapped' || kind === 'no-newline');
			if (!isContinued) assert.deepEqual(lineInHunk(hunks, range.last), { hunk: at, line: nth });
			return [{ kind, mailed: hunks.source.slice(start, end), shown: lines[range.last] }];
		}),
	);
}

const kindsOf = (shown: readonly { readonly kind: HunkLine['kind'] }[]) => shown.map(({ kind }) => kind);

const twoHunks = [
	...['@@ -11,3 +11,4 @@', ' a', '-b', '+B', '+B2', ' c'],
	...['@@ -900,4 +901,3 @@', ' d', '-e', '-f', '+E', ' g'],
];
/** A mail program has broken a line. */
const damaged = [
	...['@@ -11,3 +11,3 @@', ' a', '-b', '+a line that was too', 'long for a mail', ' c'],
	...['@@ -20,2 +20,2 @@', ' d', '-e', '+E', '\\ No newline at end of file'],
];

describe('The lines of hunks in a document of a diff editor', () => {
	const given: readonly [name: string, lines: readonly string[]][] = [
		['of two hunks', twoHunks],
		['of a damaged mail', damaged],
		['of lines that are only added', ['@@ -5,0 +6,2 @@', '+a', '+b', '@@ -9 +11,2 @@', ' c', '+d']],
		['of a hunk that was cut', ['@@ -1,9 +1,9 @@', ' a', '-b', '+c', '@@ -30,2 +30,2 @@', ' d', '-e', '+f']],
	];
	for (const [name, lines] of given)
		for (const isNumbered of [true, false])
			it(`are where the text has them, ${name}${isNumbered ? '' : ' without true line numbers'}`, () => {
				const version = changed('1111111', ...lines);
				const texts = sideTexts(version, isNumbered);
				const old = shownLines(hunksOfSide(version, 'old', isNumbered), texts.old);
				const current = shownLines(hunksOfSide(version, 'new', isNumbered), texts.new);
				for (const { kind, mailed, shown = '' } of [...old, ...current])
					if (kind !== 'no-newline') assert.ok(shown.includes(mailed), `${mailed} is not at: ${shown}`);
				// Each line stands once: unchanged ones on the new side.
				assert.ok(kindsOf(old).every((kind) => kind === 'delete'));
				assert.ok(!kindsOf(current).includes('delete'));
				const all = version.file.hunks.flatMap((hunk) => [...linesOf(version.source, hunk)]);
				assert.equal(old.length + current.length, all.length);
			});

	it('are at their numbers if the document is the whole file', () => {
		const version = changed('1111111', ...twoHunks);
		const whole = Array.from({ length: 1000 }, () => 'x');
		whole.splice(10, 4, 'a', 'B', 'B2', 'c');
		whole.splice(900, 3, 'd', 'E', 'g');
		const shown = shownLines(wholeHunks(version, 'new'), whole.join('\n'));
		assert.deepEqual(
			shown.map((line) => line.shown),
			shown.map((line) => line.mailed),
		);
		assert.equal(shown.length, 7);
	});

	const first = ['@@ -2,3 +2,3 @@', ' b', '-c', '+C', ' d'];
	const one = changed('1111111', ...first, '@@ -30,2 +30,3 @@', ' x', '+y', ' z');
	const other = changed('1111111', ...first, '@@ -11,3 +11,3 @@', ' k', '-l', '+L', ' m');
	const rebased = changed('3333333', '@@ -5,3 +5,3 @@ int main', ' b', '-c', '+CC', ' d', ...twoHunks);
	const signs = { context: ' ', add: '+', delete: '-', 'no-newline': '', wrapped: '' };
	/** The shown lines of both versions, as they are in a text that compares them. */
	const inVersions = (old: VersionFile | undefined, current: VersionFile | undefined) => {
		const texts = versionTexts(old, current);
		return (['old', 'new'] as const).map((text) => {
			const { own, other, side } = ownVersion(old, current, text);
			assert.ok(own);
			return shownLines(hunksOfVersion(own, other, side), texts[text]);
		});
	};

	it('are where texts have them that compare the results of two versions', () => {
		for (const [old, current, ...expected] of [
			[one, other, ' +  + ', ' +  + '],
			[undefined, other, '--', ' +  + '],
			[other, undefined, ' +  + ', '--'],
		] as const) {
			const both = inVersions(old, current);
			for (const { mailed, shown } of both.flat()) assert.equal(shown, mailed);
			assert.deepEqual(
				both.map((lines) => lines.map(({ kind }) => signs[kind]).join('')),
				expected,
			);
		}
	});

	it('are where texts have them that compare the diffs of two versions', () => {
		const [old = [], current = []] = inVersions(one, rebased);
		for (const { kind, mailed, shown } of [...old, ...current])
			assert.equal(shown, `${signs[kind]}${mailed}`);
		assert.deepEqual([old.length, current.length], [7, 14]);
	});

	it('are a range from the first line that the document has to the last one', () => {
		const version = changed('1111111', ...twoHunks);
		const current = hunksOfSide(version, 'new', true);
		const old = hunksOfSide(version, 'old', true);
		assert.deepEqual(rangeInDocument(current, 0, 1, 3), { first: 11, last: 12 });
		assert.deepEqual(rangeInDocument(current, 0, 0, 4), { first: 10, last: 13 });
		assert.deepEqual(rangeInDocument(old, 1, 0, 2), { first: 900, last: 901 });
		assert.equal(rangeInDocument(current, 0, 0, 1), undefined);
		assert.equal(rangeInDocument(old, 0, 1, 4), undefined);
		assert.equal(rangeInDocument(current, 5, 0, 1), undefined);
		assert.equal(rangeInDocument(current, 0, 9, 9), undefined);
	});

	it('are ranges of lines that stand there, those of each hunk', () => {
		const version = changed('1111111', ...twoHunks);
		const range = (first: number, last: number) => ({ first, last });
		assert.deepEqual(ownRanges(hunksOfSide(version, 'old', true)), [range(11, 11), range(900, 901)]);
		assert.deepEqual(ownRanges(hunksOfSide(version, 'new', true)), [range(10, 13), range(900, 902)]);
		assert.deepEqual(ownRanges(hunksOfSide(version, 'new', false)), [range(1, 4), range(6, 8)]);
		const broken = hunksOfSide(changed('1111111', ...damaged), 'new', true);
		assert.deepEqual(ownRanges(broken), [range(10, 12), range(19, 20)]);
		for (const line of [0, 9, 14, 899, 903, 5000])
			assert.equal(lineInHunk(hunksOfSide(version, 'new', true), line), undefined, `line ${line}`);
		assert.equal(lineInHunk(hunksOfSide(version, 'old', true), 10), undefined);
	});
});
