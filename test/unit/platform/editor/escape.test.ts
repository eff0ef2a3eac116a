import assert from 'node:assert/strict';
import { remark, unlinked } from '../../../../src/platform/editor/escape.ts';

/** The pattern that VS Code turns into a link, as in its source. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** VS Code first puts a message on one line. */
const inMessage = (text: string) => text.replace(/\r\n|\n|\r/gm, ' ').trim();

describe('The words of a forge', () => {
	for (const [what, text, shown] of [
		['run no command', 'No. [Click here](command:x.y)', 'No. [Click here] (command:x.y)'],
		['are no link', '[a](https://example.org/ "b")', '[a] (https://example.org/ "b")'],
		['are no link within another', '[[a](file:/b)](file:/c)', '[[a] (file:/b)] (file:/c)'],
		['hide nothing', 'a\u202e[b]\u200b(command:c)', 'a‹U+202E›[b]‹U+200B›(command:c)'],
		['stay as they are otherwise', 'Label [bug] (of 3) is not there.', 'Label [bug] (of 3) is not there.'],
	] as const) {
		it(`${what} in a message`, () => {
			assert.equal(unlinked(text), shown);
			assert.doesNotMatch(inMessage(unlinked(text)), link);
		});
	}

	it('are no picture below the field of a box either', () => {
		assert.equal(remark('[a](command:b) $(trash)'), '[a] (command:b) \\$(trash)');
	});
});
