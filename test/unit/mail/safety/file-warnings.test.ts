import assert from 'node:assert/strict';
import { fileWarnings } from '../../../../src/mail/safety/file-warnings.ts';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';
import { mutatedMail } from '../../../kit/mails/mutated-mails.ts';
import { Random } from '../../../kit/mails/random.ts';
import { readMail } from '../../../kit/mails/read-mails.ts';

function warnings(source: string): readonly string[] {
	const [file] = parsed(source).files;
	assert.ok(file);
	return fileWarnings(source, file).map(
		({ text, line }) => `${line === undefined ? '' : `${line}: `}${text}`,
	);
}

const link = (target: string, path = 'docs/x') =>
	text(
		`diff --git a/${path} b/${path}`,
		...['new file mode 120000', 'index 0000000..2222222', '--- /dev/null', `+++ b/${path}`],
		...['@@ -0,0 +1 @@', `+${target}`, '\\ No newline at end of file'],
	);

describe('The warnings about a file', () => {
	it('name characters that change the reading order or are invisible, with the first line', () => {
		const lines = [
			'@@ -1,2 +1,5 @@',
			' a',
			'+b\u200b',
			'+c\u202e \u2066',
			'-\u202d',
			'+d\ufeff\u00ad\u2060\u180e',
		];
		assert.deepEqual(warnings(edited() + text(...lines)), [
			'3: Some characters change the order in which text is displayed: U+202E, U+2066.',
			'2: The text contains invisible characters: U+200B, U+FEFF, U+00AD and others.',
		]);
	});

	it('are none about characters that were there before', () => {
		assert.deepEqual(warnings(edited() + text('@@ -1,2 +1,2 @@', ' \u202e', '-\u202e', '+b')), []);
	});

	it('name the target of a symbolic link', () => {
		assert.deepEqual(warnings(link('../other')), ['This is a symbolic link to ../other.']);
		const outside = (target: string) =>
			`This is a symbolic link to ${target}, which is outside the repository.`;
		for (const target of ['/etc/passwd', '../../x', 'a/../../../x', 'C:/x', '~/x'])
			assert.deepEqual(warnings(link(target)), [outside(target)]);
	});

	it('name the commit of a submodule', () => {
		const commit = '0123456789abcdef0123456789abcdef01234567';
		const lines = [
			...['diff --git a/lib b/lib', 'index 1111111..2222222 160000', '--- a/lib', '+++ b/lib'],
			...['@@ -1 +1 @@', '-Subproject commit 1', `+Subproject commit ${commit}`],
		];
		assert.deepEqual(warnings(text(...lines)), [
			'This is a submodule: its files come from another repository, at commit 0123456789ab.',
		]);
	});

	it('are about binary content, except for a deleted file', () => {
		const binary = ['index 1111111..2222222 100644', 'Binary files a/x and b/x differ'];
		assert.equal(warnings(text('diff --git a/x b/x', ...binary)).length, 1);
		const deleted = [
			'deleted file mode 100644',
			'index 1111111..0000000',
			'Binary files a/x and /dev/null differ',
		];
		assert.deepEqual(warnings(text('diff --git a/x b/x', ...deleted)), []);
	});

	it('are about added scripts that run when a package is installed', () => {
		const lines = [
			'@@ -4,2 +4,4 @@',
			' "scripts": {',
			'+  "test": "mocha",',
			'+  "postinstall": "node x.js",',
			'-  "prepare": "x"',
		];
		assert.deepEqual(warnings(edited('package.json') + text(...lines)), [
			'6: This script runs when dependencies are installed.',
		]);
	});

	it('are about the path', () => {
		const [warning] = warnings(edited('.build.yml') + text('@@ -1 +1 @@', '-a', '+b'));
		assert.equal(warning, 'Continuous integration runs commands from this file.');
	});

	it('can be made of any mail', () => {
		const random = new Random(5);
		for (let left = 300; left > 0; left -= 1)
			for (const { source, files } of readMail(mutatedMail(random)).patches)
				for (const file of files)
					for (const { text } of fileWarnings(source, file)) assert.match(text, /^[A-Z][\s\S]*\.$/);
	});
});
