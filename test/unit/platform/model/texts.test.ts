import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSameText, withLineFeeds } from '../../../../src/platform/model/line-breaks.ts';
import { fromOneLine, toOneLine } from '../../../../src/platform/model/one-line.ts';

describe('The line breaks of a text for a forge', () => {
	for (const [text, converted] of [
		['a\r\nb', 'a\nb'],
		['a\rb', 'a\nb'],
		['a\n\nb', 'a\n\nb'],
		['a\r\r\nb', 'a\n\nb'],
		['', ''],
	] as const) {
		it(`are line feeds in ${JSON.stringify(text)}`, () => assert.equal(withLineFeeds(text), converted));
	}
});

describe('Two texts', () => {
	for (const [one, other, isSame] of [
		['a\r\nb', 'a\nb', true],
		[' a\n', 'a', true],
		['', ' \r\n', true],
		['a b', 'a  b', false],
		['a', 'A', false],
		['a\n\nb', 'a\nb', false],
	] as const) {
		it(`are ${isSame ? 'equal' : 'different'} for a server: ${JSON.stringify([one, other])}`, () => {
			assert.equal(isSameText(one, other), isSame);
			assert.equal(isSameText(other, one), isSame);
		});
	}
});

describe('A text of several lines in an input box', () => {
	it('is on one line, and the same afterwards', () => {
		fc.assert(
			fc.property(
				fc.string().map((text) => text.replaceAll('\r', '')),
				(text) => {
					const line = toOneLine(text);
					assert.ok(!line.includes('\n'));
					assert.equal(fromOneLine(line), text);
				},
			),
		);
	});

	it('has breaks that the user can write', () => assert.equal(fromOneLine('One\\nTwo'), 'One\nTwo'));
});
