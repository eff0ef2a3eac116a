import assert from 'node:assert/strict';
import { escapeLinks, escapeMarkup } from '../../../../src/platform/editor/escape.ts';

/** The pattern by which VS Code finds links in a message, copied from its source. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** VS Code first joins the lines of a message. */
const inMessage = (text: string) => text.replace(/\r\n|\n|\r/gm, ' ').trim();

describe('Forge text in a message', () => {
	for (const [what, text, shown] of [
		['runs no command', 'No. [Click here](command:x.y)', 'No. [Click here] (command:x.y)'],
		['becomes no link', '[a](https://example.org/ "b")', '[a] (https://example.org/ "b")'],
		['becomes no link inside another link', '[[a](file:/b)](file:/c)', '[[a] (file:/b)] (file:/c)'],
		['shows invisible characters by code', 'a\u202e[b]\u200b(command:c)', 'a‹U+202E›[b]‹U+200B›(command:c)'],
		['stays unchanged without links', 'Label [bug] (of 3) is not there.', 'Label [bug] (of 3) is not there.'],
	] as const) {
		it(what, () => {
			assert.equal(escapeLinks(text), shown);
			assert.doesNotMatch(inMessage(escapeLinks(text)), link);
		});
	}

	it('shows no icon in the prompt of an input box', () => {
		assert.equal(escapeMarkup('[a](command:b) $(trash)'), '[a] (command:b) \\$(trash)');
	});
});
