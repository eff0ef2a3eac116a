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
	const body = (...more: readonly string[]) => [...['@@ -9,2 +9,3 @@', ' e', '+f', ' g'], ...more];
	const same: Readonly<Record<string, readonly string[]>> = {
		'in another place': [...header, '@@ -21,3 +31,3 @@ f()', ' a', '-b', '+c', ' d', ...body()],
		'with other ids': [
			...[...header.with(1, 'index 3333333..4444444 100644'), '@@ -1,3 +1,3 @@ f()', ' a', '-b', '+c', ' d'],
			...body(),
		],
	};
	for (const [what, lines] of Object.entries(same))
		it(`is the same ${what}`, () => assert.equal(digest(...lines), first));

	const mode = ['diff --git a/x b/x', 'old mode 100644', 'new mode 100755', ...header.slice(2)];
	const head = '@@ -1,3 +1,3 @@ f()';
	const others: Readonly<Record<string, readonly string[]>> = {
		'another added line': [...header, head, ' a', '-b', '+C', ' d', ...body()],
		'another removed line': [...header, head, ' a', '-B', '+c', ' d', ...body()],
		'lines in another order': [...header, head, ' a', '+c', '-b', ' d', ...body()],
		'white space in a line': [...header, head, ' a', '-b', '+c ', ' d', ...body()],
		'another line around it': [...header, head, ' A', '-b', '+c', ' d', ...body()],
		'a change among the same lines': [...header, head, ' a', '-b', ' d', '+c', ...body()],
		'another function': [...header, '@@ -1,3 +1,3 @@ g()', ' a', '-b', '+c', ' d', ...body()],
		'the end of the file without a line break': [
			...[...header, head, ' a', '-b', '+c', ' d'],
			...body('\\ No newline at end of file'),
		],
		'another mode': [...mode, head, ' a', '-b', '+c', ' d', ...body()],
		'another name': [
			...[...header.map((line) => line.replace(/x/g, 'y')), head, ' a', '-b', '+c', ' d'],
			...body(),
		],
	};
	for (const [what, lines] of Object.entries(others))
		it(`differs for ${what}`, () => assert.notEqual(digest(...lines), first));

	it('is the same if only the mail has lost the space of empty lines or has other line breaks', () => {
		const lines = [...header, head, ' a', '-b', '+c', ' '];
		assert.equal(digest(...lines.with(-1, '')), digest(...lines));
		const { source, files } = parsed(text(...lines).replaceAll('\n', '\r\n'));
		assert.equal(files[0] && contentDigest(source, files[0]), digest(...lines));
	});

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

	it('of a merge is that of its lines and functions', () => {
		const merge = (numbers: string, line: string, section = '') => {
			const head = `@@@ ${numbers} @@@${section}`;
			return digest('diff --cc f', 'index 1,2..3', '--- a/f', '+++ b/f', head, '  a', `++${line}`);
		};
		assert.equal(merge('-1 -1 +1,2', 'b'), merge('-2 -2 +2,2', 'b'));
		assert.notEqual(merge('-1 -1 +1,2', 'b'), merge('-1 -1 +1,2', 'c'));
		assert.notEqual(merge('-1 -1 +1,2', 'b'), merge('-1 -1 +1,2', 'b', ' g()'));
	});
});
