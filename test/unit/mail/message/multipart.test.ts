import assert from 'node:assert/strict';
import { splitMultipart } from '../../../../src/mail/message/multipart.ts';

describe('A multipart body', () => {
	const split = (text: string, maxParts = 10, range = { start: 0, end: text.length }) => {
		const { parts, isClosed, isCut } = splitMultipart(text, range, 'b', maxParts);
		return [parts.map(({ start, end }) => text.slice(start, end)), isClosed, isCut];
	};
	const cases: readonly [text: string, parts: readonly string[], isClosed: boolean][] = [
		['', [], false],
		['--b', [''], false],
		['--b--', [], true],
		['--b\na', ['a'], false],
		['--b\na\n--b--', ['a'], true],
		['--b\r\na\r\n--b\r\nc\r\n--b--\r\nd', ['a', 'c'], true],
		['a\n--b \t\nc\n--b-- \n', ['c'], true],
		['--b\n--b\n--b--', ['', ''], true],
		['--b\n\n--b--', [''], true],
		['--b\n--bb\n--b-\n-- b\n --b\n--b x\n--b--', ['--bb\n--b-\n-- b\n --b\n--b x'], true],
		['--b\na\n--b--\n--b\nc', ['a'], true],
	];
	for (const [text, parts, isClosed] of cases) {
		it(`${JSON.stringify(text)} has the parts ${JSON.stringify(parts)}`, () =>
			assert.deepEqual(split(text), [parts, isClosed, false]));
	}

	it('is read up to a number of parts', () => {
		const text = '--b\n1\n--b\n2\n--b\n3\n--b--';
		assert.deepEqual(split(text, 2), [['1', '2'], true, true]);
		assert.deepEqual(split(text, 3), [['1', '2', '3'], true, false]);
	});

	it('ends with the part that it is in', () => {
		assert.deepEqual(split('--b\na\n--b--', 10, { start: 0, end: 10 }), [['a\n--b-'], false, false]);
		assert.deepEqual(split('x--b\na\n--b\nc\n--b--', 10, { start: 1, end: 9 }), [['a\n--'], false, false]);
		assert.deepEqual(split('x--b\na\n--b\nc\n--b--', 10, { start: 1, end: 10 }), [['a', ''], false, false]);
	});
});
