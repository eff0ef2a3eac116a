import assert from 'node:assert/strict';
import { fileMarks, isSubmodule, isSymlink } from '../../../../src/mail/safety/file-marks.ts';
import { parsed, text } from '../../../kit/mails/diff-text.ts';

const marks = (...lines: readonly string[]) => {
	const [file] = parsed(text('diff --git a/x b/x', ...lines)).files;
	assert.ok(file);
	return fileMarks(file)
		.map(({ text, isWarning }) => `${text}${isWarning ? '!' : ''}`)
		.join(' ');
};

const hunk = ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'];

describe('The marks of a file', () => {
	const cases: Readonly<Record<string, readonly string[]>> = {
		'': ['index 1..2 100644', ...hunk],
		new: ['new file mode 100644', 'index 0..2', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+b'],
		deleted: ['deleted file mode 100755', 'index 1..0', '--- a/x', '+++ /dev/null', '@@ -1 +0,0 @@', '-a'],
		renamed: ['similarity index 100%', 'rename from x', 'rename to y'],
		copied: ['similarity index 100%', 'copy from x', 'copy to y'],
		'new executable!': ['new file mode 100755', 'index 0..2'],
		'now executable!': ['old mode 100644', 'new mode 100755'],
		'renamed now executable!': [
			...['old mode 100644', 'new mode 100755', 'similarity index 100%', 'rename from x', 'rename to y'],
		],
		'no longer executable': ['old mode 100755', 'new mode 100644'],
		'mode 104755!': ['old mode 100644', 'new mode 104755'],
		'new symlink!': ['new file mode 120000', 'index 0..2'],
		'deleted symlink': ['deleted file mode 120000', 'index 1..0'],
		'new submodule!': ['new file mode 160000', 'index 0..2'],
		'submodule!': ['index 1..2 160000', ...hunk],
		'binary!': ['index 1..2 100644', 'Binary files a/x and b/x differ'],
		'deleted binary': ['deleted file mode 100644', 'index 1..0', 'Binary files a/x and /dev/null differ'],
		'type changed symlink!': [
			...['deleted file mode 100644', 'index 1..0', '--- a/x', '+++ /dev/null', '@@ -1 +0,0 @@', '-a'],
			...['diff --git a/x b/x', 'new file mode 120000', 'index 0..2', '--- /dev/null', '+++ b/x'],
			...['@@ -0,0 +1 @@', '+b'],
		],
	};
	for (const [expected, lines] of Object.entries(cases))
		it(`are ${expected || 'none'}`, () => assert.equal(marks(...lines), expected));
});

describe('The type of a file', () => {
	it('is that after the patch, or of a deleted file the one before', () => {
		const [file = assert.fail()] = parsed(text('diff --git a/x b/x', ...hunk)).files;
		const modes = { ...file, status: 'T', oldMode: '120000', newMode: '160000' } as const;
		assert.deepEqual([isSymlink(modes), isSubmodule(modes)], [false, true]);
		assert.equal(isSymlink({ ...modes, status: 'D' }), true);
	});
});
