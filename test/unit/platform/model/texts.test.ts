import assert from 'node:assert/strict';
import { withLineFeeds } from '../../../../src/platform/model/line-breaks.ts';
import { isSameText } from '../../../../src/platform/model/same-text.ts';

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
