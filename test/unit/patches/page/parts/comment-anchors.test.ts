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
});
