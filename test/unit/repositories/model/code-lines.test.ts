import assert from 'node:assert/strict';
import { codeLinesOf } from '../../../../src/repositories/model/code-lines.ts';

const line = (text: string, number = 1, ...matches: readonly { start: number; length: number }[]) => ({
	...{ text, number },
	matches: [...matches],
});
const linesOf = (...lines: readonly ReturnType<typeof line>[]) =>
	codeLinesOf({ total_files: 0, total_matches: 0, files: [{ name: 'src/a.c', lines: [...lines] }] });

describe('The lines that a search of code has found', () => {
	it('count from 0, and have their first match in characters', () => {
		const text = '\tGr\u00fc\u00dfe \u{1f333} one one';
		const [found] = linesOf(line(text, 12, { start: 14, length: 3 }, { start: 18, length: 3 }));
		assert.deepEqual(found, {
			...{ path: 'src/a.c', isName: false, line: 11, start: 10, end: 13 },
			excerpt: 'Gr\u00fc\u00dfe \u{1f333} one one',
		});
		assert.equal(text.slice(found?.start, found?.end), 'one');
	});

	it('have a match after bytes that are not UTF-8, each of which is one character', () => {
		const [found] = linesOf(line('Stra\ufffde\ufffd one', 1, { start: 8, length: 3 }));
		assert.deepEqual([found?.start, found?.end], [8, 11]);
	});

	it('have no match outside of their text', () => {
		const positions = linesOf(
			line('one', 1, { start: 2, length: 90 }),
			line('one', 1, { start: 90, length: 2 }),
			line('one', 1, { start: -3, length: 1 }),
			line('one', 1, { start: 2, length: -1 }),
			line('one'),
			line('one\r\n', 1, { start: 0, length: 5 }),
		).map(({ start, end }) => [start, end]);
		assert.deepEqual(positions, [
			[2, 3],
			[3, 3],
			[0, 0],
			[2, 2],
			[0, 0],
			[0, 3],
		]);
	});

	it('are the file itself if only its name matches, or if no line has a number', () => {
		const file = { path: 'src/a.c', isName: true, line: 0, start: 0, end: 0, excerpt: 'a.c' };
		assert.deepEqual(linesOf(line('src/a.c', 0, { start: 4, length: 1 })), [file]);
		assert.deepEqual(linesOf(line('one', -1), line('one', 1.5)), [file]);
		assert.deepEqual(linesOf(), [file]);
	});

	it('are cut around the match if they are long', () => {
		const text = `${'a'.repeat(90)} one ${'b'.repeat(90)}`;
		const [found] = linesOf(line(text, 1, { start: 91, length: 3 }));
		assert.equal(found?.excerpt, `…${'a'.repeat(19)} one ${'b'.repeat(56)}…`);
	});

	it('are not cut inside of a character', () => {
		const tree = '\u{1f333}';
		const [found] = linesOf(line(tree.repeat(90), 1, { start: 4 * 40 + 4, length: 4 }));
		assert.equal(found?.excerpt, `…${tree.repeat(40)}…`);
		const [other] = linesOf(line(`x${tree.repeat(90)}`, 1, { start: 4 * 40, length: 1 }));
		assert.equal(other?.excerpt, `…${tree.repeat(39)}…`);
	});

	it('are in the repository', () => {
		const files = ['', '/etc/a', 'a/../../b', './a', 'a//b', 'a\0', 'a/b'].map((name) => ({
			...{ name, lines: [line('one')] },
		}));
		const paths = codeLinesOf({ total_files: 0, total_matches: 0, files }).map(({ path }) => path);
		assert.deepEqual(paths, ['a/b']);
	});
});
