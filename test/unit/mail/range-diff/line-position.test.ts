import assert from 'node:assert/strict';
import {
	positionOfLine,
	positionOfOffset,
	type Side,
} from '../../../../src/mail/range-diff/line-position.ts';
import { diffOf, patchOf } from './patches.ts';

const diff = diffOf('a.c', [' one', '-two', '+2', ' three']) + diffOf('b.c', [' one', '+two']);
const version = [patchOf('First', '', diffOf('a.c', ['+one'])), patchOf('Second', '', diff)];
/** As `patchOf` writes it. */
const source = `\n---\n\n${diff}-- \n2.43.0\n`;
const textAt = (line: number | undefined) => version[1]?.diff[line ?? -1]?.text;

describe('The position of a line', () => {
	const cases: readonly [file: number, side: Side, number: number, text: string | undefined][] = [
		[0, 'old', 1, ' one'],
		[0, 'old', 2, '-two'],
		[0, 'new', 2, '+2'],
		[0, 'new', 3, ' three'],
		[1, 'new', 2, '+two'],
		[1, 'old', 2, undefined],
		[0, 'new', 4, undefined],
		[2, 'new', 1, undefined],
	];
	for (const [file, side, number, text] of cases) {
		it(`is ${text === undefined ? 'missing' : `that of "${text}"`} for line ${number} of ${side} file ${file}`, () => {
			const position = positionOfLine(version, { patch: 1, file, side, number });
			assert.equal(textAt(position?.line), text);
			if (position) assert.deepEqual(position, { part: 'diff', patch: 1, line: position.line, side });
		});
	}

	it('is missing in a patch that does not exist', () => {
		assert.equal(positionOfLine(version, { patch: 2, file: 0, side: 'new', number: 1 }), undefined);
		assert.equal(positionOfOffset(version, 2, 0), undefined);
	});

	it('is found by each offset of the line, its line break included', () => {
		for (const text of ['-two', '+2', ' three', '+two']) {
			const start = source.indexOf(`\n${text}\n`) + 1;
			for (let offset = start; offset <= start + text.length; offset++) {
				const position = positionOfOffset(version, 1, offset);
				assert.equal(textAt(position?.line), text);
				assert.ok(position?.part === 'diff');
				assert.equal(position.side, text.startsWith('-') ? 'old' : 'new');
			}
		}
	});

	it('is that of the header for an offset in the headers of a file', () => {
		assert.equal(textAt(positionOfOffset(version, 1, source.indexOf('index '))?.line), ' ## a.c ##');
		assert.equal(textAt(positionOfOffset(version, 1, source.indexOf('@@'))?.line), '@@');
	});

	it('is missing for an offset outside the diff', () => {
		const last = source.lastIndexOf('\n-- \n');
		assert.ok(positionOfOffset(version, 1, last));
		assert.equal(positionOfOffset(version, 1, last + 2), undefined);
		assert.equal(positionOfOffset(version, 1, 0), undefined);
		assert.equal(positionOfOffset(version, 1, source.length - 1), undefined);
	});
});
