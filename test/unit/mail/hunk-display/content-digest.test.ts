import assert from 'node:assert/strict';
import { contentDigest } from '../../../../src/mail/hunk-display/content-digest.ts';
import { parsed, text } from '../../../kit/mails/diff-text.ts';

function digest(...lines: readonly string[]): string {
	const { source, files } = parsed(text(...lines));
	const [file] = files;
	assert.ok(file);
	return contentDigest(source, file);
}

const header = ['diff --git a/x b/x', 'index 1111111..2222222 100644', '--- a/x', '+++ b/x'];
const first = digest(
	...header,
	'@@ -1,3 +1,3 @@ f()',
	' a',
	'-b',
	'+c',
	' d',
	'@@ -9,2 +9,3 @@',
	' e',
	'+f',
	' g',
);

describe('The digest of a diff', () => {
	const same: Readonly<Record<string, readonly string[]>> = {
		'in another place': [
			...[...header, '@@ -21,3 +31,3 @@ g()', ' a', '-b', '+c', ' d'],
			...['@@ -9,2 +9,3 @@', ' e', '+f', ' g'],
		],
		'with other lines around it': [...header, '@@ -1,5 +1,6 @@', ' A', '-b', '+c', ' D', ' E', '+f', ' G'],
		'with other ids': [...header.with(1, 'index 3333333..4444444 100644'), '@@ -1 +1,2 @@', '-b', '+c', '+f'],
	};
	for (const [what, lines] of Object.entries(same))
		it(`is the same ${what}`, () => assert.equal(digest(...lines), first));

	const mode = ['diff --git a/x b/x', 'old mode 100644', 'new mode 100755', ...header.slice(2)];
	const others: Readonly<Record<string, readonly string[]>> = {
		'another added line': [...header, '@@ -1 +1,2 @@', '-b', '+c', '+F'],
		'another removed line': [...header, '@@ -1 +1,2 @@', '-B', '+c', '+f'],
		'lines in another order': [...header, '@@ -1 +1,2 @@', '+c', '-b', '+f'],
		'white space in a line': [...header, '@@ -1 +1,2 @@', '-b', '+c', '+f '],
		'the end of the file without a line break': [
			...[...header, '@@ -1 +1,2 @@', '-b', '+c', '+f'],
			'\\ No newline at end of file',
		],
		'another mode': [...mode, '@@ -1 +1,2 @@', '-b', '+c', '+f'],
		'another name': [...header.map((line) => line.replace(/x/g, 'y')), '@@ -1 +1,2 @@', '-b', '+c', '+f'],
	};
	for (const [what, lines] of Object.entries(others))
		it(`differs for ${what}`, () => assert.notEqual(digest(...lines), first));

	it('differs for other binary data', () => {
		const binary = (data: string) =>
			digest('diff --git a/i b/i', 'index 1..2 100644', 'GIT binary patch', 'literal 6', data, '');
		assert.equal(binary('NcmZQzU|?imU|;|M00961'), binary('NcmZQzU|?imU|;|M00961'));
		assert.notEqual(binary('NcmZQzU|?imU|;|M00961'), binary('NcmZQzU|?imU|;|M00962'));
		const without = (id: string) =>
			digest('diff --git a/i b/i', `index 1111111..${id} 100644`, 'Binary files a/i and b/i differ');
		assert.equal(without('2222222'), without('22222223333'));
		assert.notEqual(without('2222222'), without('2222223'));
	});

	it('of a merge is that of its lines', () => {
		const merge = (numbers: string, line: string) =>
			digest('diff --cc f', 'index 1,2..3', '--- a/f', '+++ b/f', `@@@ ${numbers} @@@`, '  a', `++${line}`);
		assert.equal(merge('-1 -1 +1,2', 'b'), merge('-2 -2 +2,2', 'b'));
		assert.notEqual(merge('-1 -1 +1,2', 'b'), merge('-1 -1 +1,2', 'c'));
	});
});
