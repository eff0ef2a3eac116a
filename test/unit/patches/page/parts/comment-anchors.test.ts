import assert from 'node:assert/strict';
import { commentAnchors } from '../../../../../src/patches/page/parts/comment-anchors.ts';
import { edited, parsed, text } from '../../../../kit/mails/diff-text.ts';

const thread = (hunk: number, last: number, ...mails: readonly number[]) => ({
	...{ patch: 0, file: 0, hunk, first: last, last },
	parts: mails.map((mail) => ({ mail, start: 0, end: 1 })),
});

const fileWith = (lines: readonly string[], threads: readonly ReturnType<typeof thread>[]) => {
	const { source, files } = parsed(`${edited('src/x.c')}${text(...lines)}`);
	const [file] = files;
	assert.ok(file);
	return { key: '1.0.0', file, patch: { source }, threads };
};

describe('The quoted lines of mails', () => {
	it('have their numbers in the new file, or in the old one if they are removed', () => {
		const lines = ['@@ -5,3 +5,3 @@', ' a', '-b', '+c', ' d', '@@ -20 +20 @@', '-e', '+f'];
		const found = commentAnchors([
			fileWith(lines, [thread(0, 1, 7), thread(0, 2, 7, 8), thread(1, 1, 8, 8)]),
		]);
		const texts = [...found].map(([mail, quoted]) => [mail, quoted.map((line) => line.text)]);
		assert.deepEqual(texts, [
			[7, ['x.c:6', 'x.c:6']],
			[8, ['x.c:6', 'x.c:20']],
		]);
	});

	it('are few for each mail', () => {
		const lines = ['@@ -1,9 +1,9 @@', ...Array.from({ length: 9 }, () => ' a')];
		const threads = lines.slice(1).map((_, at) => thread(0, at, 7));
		assert.equal(commentAnchors([fileWith(lines, threads)]).get(7)?.length, 3);
	});

	it('have only the name of the file if the hunk does not have the line', () => {
		const found = commentAnchors([fileWith(['@@ -1 +1 @@', '-a', '+b'], [thread(0, 9, 7), thread(3, 0, 7)])]);
		assert.deepEqual(
			found.get(7)?.map(({ text, line }) => [text, line]),
			[
				['x.c', ''],
				['x.c', ''],
			],
		);
	});

	it('name the text of the patch that they are in', () => {
		const textThreads = (['message', 'diffstat'] as const).map((name) => ({
			...{ text: name, patch: 0, first: 0, last: 0, parts: [{ mail: 7, start: 0, end: 1 }] },
		}));
		const found = commentAnchors([], [], [{ key: '1.0', label: '1/3', textThreads }]);
		assert.deepEqual(
			found.get(7)?.map(({ patch, line, text: words }) => [patch, line, words]),
			[
				['1.0', 'message', 'message of 1/3'],
				['1.0', 'diffstat', 'diffstat of 1/3'],
			],
		);
	});

	it('are found in one walk through a long hunk', () => {
		const count = 50_000;
		const lines = [`@@ -0,0 +1,${count} @@`, ...Array.from({ length: count }, (_, at) => `+${at}`)];
		const threads = Array.from({ length: count / 5 }, (_, nth) => thread(0, nth * 5, nth));
		const found = commentAnchors([fileWith(lines, threads)]);
		assert.equal(found.get(count / 5 - 1)?.[0]?.line, String(count - 4));
	});
});
