import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	canNumberLines,
	type HunkRange,
	newRange,
	oldRange,
} from '../../../../../src/patches/model/side-texts/hunk-ranges.ts';
import { sideTexts } from '../../../../../src/patches/model/side-texts/side-texts.ts';
import { parsed, text } from '../../../../kit/mails/diff-text.ts';
import { type GitFolder, inGitFolder } from '../../../../kit/mails/git-folder.ts';

/** The texts of the only file of a diff. */
function textsOf(source: string, isNumbered = true) {
	const [file] = parsed(source).files;
	assert.ok(file);
	return sideTexts({ source, file }, isNumbered);
}

const header = (...lines: readonly string[]) => text('diff --git a/x b/x', ...lines, '--- a/x', '+++ b/x');
const edited = header('index 1111111..2222222 100644');
const numbered = (lines: string | undefined) => (lines ?? '').split('\n');

describe('The texts of a file in a diff editor', () => {
	it('have each line at its number, and the same labels on both sides where the mail has no lines', () => {
		const { old, new: current } = textsOf(
			edited +
				text('@@ -11,3 +11,4 @@', ' a', '-b', '+B', '+B2', ' c') +
				text('@@ -20,2 +21,2 @@', ' d', '-e', '+E'),
		);
		const [before, after] = [numbered(old), numbered(current)];
		assert.deepEqual(before.slice(10, 13), ['a', 'b', 'c']);
		assert.deepEqual(after.slice(10, 14), ['a', 'B', 'B2', 'c']);
		assert.deepEqual(before.slice(19), ['d', 'e', '']);
		assert.deepEqual(after.slice(20), ['d', 'E', '']);
		assert.equal(before[0], '10 lines are not in this mail');
		assert.equal(before[9], before[0]);
		assert.deepEqual(before.slice(1, 9), Array(8).fill(''));
		assert.deepEqual(before.slice(13, 19), ['6 lines are not in this mail', '', '', '', '', '']);
		assert.deepEqual(after.slice(14, 20), before.slice(13, 19));
		assert.deepEqual(after.slice(0, 10), before.slice(0, 10));
	});

	it('say that the file may go on, unless the last hunk has less context below than above, or no line break', () => {
		const rest = 'Further lines, if any, are not in this mail';
		const context = [' 1', ' 2', ' 3'];
		const ends: readonly [lines: readonly string[], last: string][] = [
			[['@@ -1,7 +1,7 @@', ...context, '-a', '+b', ...context], rest],
			[['@@ -1,6 +1,6 @@', ...context, '-a', '+b', ' 4', ' 5'], '5\n'],
			[['@@ -1,4 +1,4 @@', ...context, '-a', '+b'], 'b\n'],
			[['@@ -1 +1 @@', '-a', '+b', '\\ No newline at end of file'], 'b'],
			[['@@ -1 +1 @@', '-a', '+b'], rest],
		];
		for (const [lines, last] of ends) {
			const { new: current = '' } = textsOf(edited + text(...lines));
			assert.ok(current.endsWith(`\n${last}`) || current === last, `${lines.join('|')}: ${current}`);
		}
	});

	it('exist only on the sides where the file does', () => {
		const added = text('diff --git a/x b/x', 'new file mode 100644', '--- /dev/null', '+++ b/x');
		assert.deepEqual(textsOf(added + text('@@ -0,0 +1,2 @@', '+a', '+b')), { old: undefined, new: 'a\nb\n' });
		const deleted = text('diff --git a/x b/x', 'deleted file mode 100644', '--- a/x', '+++ /dev/null');
		assert.deepEqual(textsOf(deleted + text('@@ -1 +0,0 @@', '-a')), { old: 'a\n', new: undefined });
	});

	it('show the two contents of a file that has become a symbolic link', () => {
		const source =
			text('diff --git a/x b/x', 'deleted file mode 100644', 'index 1111111..0000000') +
			text('--- a/x', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-a', '-b') +
			text('diff --git a/x b/x', 'new file mode 120000', 'index 0000000..2222222') +
			text('--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+y', '\\ No newline at end of file');
		assert.deepEqual(textsOf(source), { old: 'a\nb\n', new: 'y' });
	});

	it('say what is known of a file whose lines are not in the mail', () => {
		const mode = text('diff --git a/x b/x', 'old mode 100644', 'new mode 100755');
		const lines = 'The lines of this file are not in the mail\n';
		assert.deepEqual(textsOf(mode), { old: `${lines}Mode 100644\n`, new: `${lines}Mode 100755\n` });
		const binary = 'Binary files a/x and b/x differ';
		assert.deepEqual(textsOf(text('diff --git a/x b/x', 'index 1111111..2222222 100644', binary)), {
			old: 'Binary file\nObject ID 1111111\n',
			new: 'Binary file\nObject ID 2222222\n',
		});
		const renamed = text('diff --git a/x b/y', 'similarity index 100%', 'rename from x', 'rename to y');
		assert.deepEqual(textsOf(renamed), { old: lines, new: lines });
		const empty = text('diff --git a/x b/x', 'new file mode 100644', 'index 0000000..e69de29');
		assert.deepEqual(textsOf(empty), { old: undefined, new: 'Mode 100644\nObject ID e69de29\n' });
	});

	it('show a combined diff as it is', () => {
		const source = text('diff --cc x', 'index 1,2..3', '--- a/x', '+++ b/x', '@@@ -1 -1 +1 @@@', '++a');
		assert.deepEqual(textsOf(source), { old: undefined, new: source });
	});

	it('have no carriage return: not those of Windows, and others are visible', () => {
		const windows = edited + text('@@ -1,2 +1,2 @@', ' a\r', '-b\r', '+c\r');
		assert.deepEqual(numbered(textsOf(windows).new).slice(0, 2), ['a', 'c']);
		const mixed = edited + text('@@ -1,2 +1,2 @@', ' a', '-b', '+b\r', '\\ No newline at end of file');
		assert.deepEqual(textsOf(mixed).new, 'a\nb\u240d');
		const last = edited + text('@@ -1 +1 @@', '-a\r', '+a\r', '\\ No newline at end of file');
		assert.deepEqual(textsOf(last), { old: 'a\n', new: 'a\u240d' });
		const inside = edited + text('@@ -1,2 +1,2 @@', ' a', '-b\rc', '+b\0c');
		assert.deepEqual([numbered(textsOf(inside).old)[1], numbered(textsOf(inside).new)[1]], ['b␍c', 'b␀c']);
	});

	it('join a line that a mail program has broken', () => {
		const source = edited + text('@@ -1,2 +1,2 @@', '-before', '+after and', 'more words', ' last');
		assert.equal(numbered(textsOf(source).new)[0], 'after and more words');
	});

	it('join a line of 100,000 parts in a time that grows with their number', () => {
		const parts = 'part\n'.repeat(100_000);
		const source = `${edited}${text('@@ -1,3 +1,3 @@', ' a', '-b', '+c')}${parts} d\n`;
		assert.match(
			numbered(textsOf(source).new)[1] ?? '',
			/^c part part .* \[400,001 more characters, added\]$/,
		);
	});

	it('keep true numbers below a hunk that was cut', () => {
		const { old, new: current } = textsOf(
			edited + text('@@ -1,4 +1,6 @@', ' a', '+b', '@@ -10,2 +12,2 @@', ' c', '-d', '+e'),
		);
		assert.deepEqual([numbered(old)[9], numbered(old)[10]], ['c', 'd']);
		assert.deepEqual([numbered(current)[11], numbered(current)[12]], ['c', 'e']);
	});

	it('shorten a very long line, and differ if the lines do', () => {
		const long = 'x'.repeat(1_000_000);
		const { old = '', new: current = '' } = textsOf(
			edited + text('@@ -1,2 +1,2 @@', ` ${long}`, `-${long}a`, `+${long}b`),
		);
		const [same, before] = old.split('\n');
		const [alike, after] = current.split('\n');
		assert.equal(same, alike);
		assert.notEqual(before, after);
		assert.ok(old.length < 300_000, `${old.length} characters`);
	});

	it('have one line in place of those that are missing if there are too many for VS Code', () => {
		const far = edited + text('@@ -4000000000,2 +4000000000,2 @@', ' a', '-b', '+c');
		const { files } = parsed(far + edited + text('@@ -10,2 +10,2 @@', ' a', '-b', '+c'));
		assert.deepEqual(canNumberLines(files), [false, true]);
		assert.equal(textsOf(far, false).old, '3,999,999,999 lines are not in this mail\na\nb\n');
		const many = (edited + text('@@ -150000,2 +150000,2 @@', ' a', '-b', '+c')).repeat(4);
		assert.deepEqual(canNumberLines(parsed(many).files), [true, true, false, false]);
	});

	it('survive hunks that overlap or go backwards', () => {
		const source =
			edited +
			text('@@ -20,2 +20,2 @@', ' a', '-b', '+c', '@@ -5,2 +5,2 @@', ' d', '-e', '+f') +
			text('@@ -0,2 +0,2 @@', ' g', '-h', '+i');
		assert.match(textsOf(source).new ?? '', /a\nc\nd\nf\ng\ni/);
	});
});

interface Edit {
	readonly at: number;
	readonly removed: number;
	readonly added: readonly string[];
}

const line = fc.constantFrom(
	'',
	'}',
	'{',
	'int x;',
	'\treturn 1;',
	'x\ry',
	'grün',
	'-- ',
	'@@ -1 +1 @@',
	'a\r',
);
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
	fc.record({
		at: fc.nat(300),
		removed: fc.nat(4),
		added: fc.array(line, { maxLength: 5 }),
	}),
	{ minLength: 1, maxLength: 6 },
);

function diffOf({ git }: GitFolder, old: string, current: string, context: number): string {
	const [before, after] = [old, current].map((content) =>
		git(['hash-object', '-w', '--stdin', '--no-filters'], content).trim(),
	);
	return git(['diff', `-U${context}`, before ?? '', after ?? '']);
}

/** Compares a text with the file: it has the lines of the hunks at their numbers, and elsewhere only labels and empty lines. */
function checkLines(shown: string | undefined, whole: string, ranges: readonly HunkRange[]): void {
	// Other tests say when a carriage return at the end of a line is shown.
	const withoutReturn = (text: string | undefined) => text?.replaceAll('\r', '\u240d').replace(/\u240d$/, '');
	const expected = whole.split('\n');
	for (const [index, one] of numbered(shown).entries()) {
		const isKnown = ranges.some(({ start, end }) => index >= start && index < end);
		if (isKnown) assert.equal(withoutReturn(one), withoutReturn(expected[index]), `line ${index + 1}`);
		else assert.match(one, /^$|not in this mail$/);
	}
}

describe('The texts of a file that git has compared', () => {
	it('have the lines of both files at their numbers', () => {
		const contents = fc.record({
			lines: fc.array(line, { minLength: 1, maxLength: 300 }),
			edits,
			context: fc.integer({ min: 0, max: 5 }),
			endsWithBreak: fc.boolean(),
		});
		inGitFolder((folder) => {
			fc.assert(
				fc.property(contents, ({ lines, edits, context, endsWithBreak }) => {
					const changed: string[] = [...lines];
					for (const { at, removed, added } of edits) changed.splice(at, removed, ...added);
					const old = `${lines.join('\n')}\n`;
					const current = `${changed.join('\n')}${endsWithBreak ? '\n' : ''}`;
					const source = diffOf(folder, old, current, context);
					const [file] = parsed(source).files;
					if (!file || file.hunks.length === 0) return;
					const texts = sideTexts({ source, file });
					checkLines(texts.old, old, file.hunks.map(oldRange));
					checkLines(texts.new, current, file.hunks.map(newRange));
				}),
				{ numRuns: 40 },
			);
		});
	}).timeout(60_000);
});
