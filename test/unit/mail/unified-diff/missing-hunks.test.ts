import assert from 'node:assert/strict';
import { missingAfter } from '../../../../src/mail/unified-diff/missing-hunks.ts';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';

const before = edited('y') + text('@@ -1 +1 @@', '-a', '+b');

describe('A mail that ends in the header of a file', () => {
	const cut: Readonly<Record<string, readonly string[]>> = {
		'before the names': ['index 1111111..2222222 100644'],
		'in the short ids of a new file': ['new file mode 100644', 'index 0000000..e'],
		'in the ids': ['index 11111'],
		'before the ids of a rewritten file': ['dissimilarity index 90%', 'index'],
		'between the names': ['index 1111111..2222222 100644', '--- a/x'],
		'between names without ids': ['--- a/x'],
		'after the names': ['index 1111111..2222222 100644', '--- a/x', '+++ b/x'],
		'after the names of a deleted file': ['deleted file mode 100644', '--- a/x', '+++ /dev/null'],
		'in the first characters of a hunk': ['--- a/x', '+++ b/x', '@@'],
		'before the names of a new file': ['new file mode 100644', 'index 0000000..2222222'],
		'before the data of a binary file': ['index 1111111..2222222 100644', 'GIT bin'],
		'between the modes': ['old mode 100644'],
		'before the names of a renamed file': ['similarity index 90%'],
		'before the new name': ['similarity index 90%', 'rename from x'],
		'before the new name, without a similarity': ['rename from x', 'rename to '],
		'before the name of a copy': ['copy from x'],
		'before the content of a renamed file': ['rename from x', 'rename to x', 'index 1111111..2222222'],
		'in the mode of a renamed file': ['rename from a', 'rename to x', 'index 1111111..2222222 1006'],
		'in the ids of a copied file': ['copy from a', 'copy to x', 'index 1111111..'],
		'in the ids of a file with another mode': ['old mode 100644', 'new mode 100755', 'index 1111111'],
		'before the new name of a file with another mode': [
			'old mode 100644',
			'new mode 100755',
			'similarity index 90%',
			'rename from a',
		],
		'after the names of a file with another mode': [
			'old mode 100644',
			'new mode 100755',
			'index 1111111..2222222',
			'--- a/x',
			'+++ b/x',
		],
		'in the new name': ['similarity index 100%', 'rename from x', 'rename to y'],
		'in the name of a copy': ['similarity index 100%', 'copy from x', 'copy to y'],
	};
	for (const [where, lines] of Object.entries(cut)) {
		it(`is one that was cut: ${where}`, () => {
			const source = before + text('diff --git a/x b/x', ...lines).slice(0, -1);
			assert.deepEqual(parsed(source).warnings, ['mail-cut']);
		});
	}

	const whole: Readonly<Record<string, readonly string[]>> = {
		'of an empty file': ['new file mode 100644', 'index 0000000..e69de29'],
		'of an empty file with short ids': ['new file mode 100644', 'index 0000..e69d'],
		'of an empty file with a long id': [
			'new file mode 100644',
			`index ${'0'.repeat(40)}..e69de29bb2d1d6434b8b29ae775ad8c2e48c5391`,
		],
		'of an empty file with SHA-256': ['new file mode 100644', `index ${'0'.repeat(64)}..473a0f4`],
		'of an empty file without an id': ['new file mode 100644'],
		'of a deleted file without its content': ['deleted file mode 100644', 'index 1111111..0000000'],
		'of a changed mode': ['old mode 100644', 'new mode 100755'],
		'of a renamed file': ['similarity index 100%', 'rename from a', 'rename to x'],
		'of a renamed file with quoted names': ['rename from a', 'rename to "\\303\\274 x"'],
		'of a copied file': ['similarity index 100%', 'copy from a', 'copy to x'],
		'of a binary file without data': ['index 1111111..2222222', 'Binary files a/x and b/x differ'],
	};
	for (const [what, lines] of Object.entries(whole)) {
		it(`may be whole: one ${what}`, () => {
			const name = lines.at(-1)?.includes('"') ? '"b/\\303\\274 x"' : 'b/x';
			const source = before + text(`diff --git a/x ${name}`, ...lines);
			assert.deepEqual([parsed(source).warnings, parsed(source.slice(0, -1)).warnings], [[], []]);
		});
	}

	for (const [what, ...below] of [
		['a line', '-- '],
		['a signature', '-- ', '2.43.0'],
		['another file', 'diff --git a/y b/y', 'old mode 100644', 'new mode 100755'],
		['a hunk below other text', 'Text', '@@ -1 +1 @@', '-a', '+b'],
	]) {
		it(`is not one in which ${what} follows a header without changes`, () => {
			const source = text('diff --git a/x b/x', 'index 1111111..2222222 100644', ...below);
			const warnings = what === 'a hunk below other text' ? ['file-header', 'hunk-header'] : ['file-header'];
			assert.deepEqual([parsed(source).warnings, parsed(`${source}ü`).warnings], [warnings, warnings]);
		});
	}

	it('may have ids without a mode above another file, as for git', () => {
		const source = text('diff --git a/x b/y', 'rename from x', 'rename to y', 'index 1111111..2222222');
		assert.deepEqual(parsed(source + before).warnings, []);
	});

	it('has one code for changes that cannot be read', () => {
		const source = text('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -x +y @@', '-a', '-- ', '2.43.0');
		assert.deepEqual(parsed(source).warnings, ['hunk-header']);
	});

	it('lacks nothing in a diff with more than two sides', () => {
		assert.deepEqual(parsed(text('diff --cc x', 'index 1111111,2222222..3333333')).warnings, [
			'combined-diff',
		]);
	});
});

describe('The header of a file', () => {
	it('lacks no lines if the new name is the one of its first line', () => {
		const named = (name: string) => missingAfter('a/x "b/\\303\\274"', new Map([['rename to', name]]));
		assert.deepEqual(['"\\303\\274"', 'y', ''].map(named), ['nothing', 'lines', 'nothing']);
	});
});
