import assert from 'node:assert/strict';
import { textOfMarkdown } from '../../../../../src/platform/model/markdown/plain-text.ts';

describe('The words of a Markdown text', () => {
	for (const [what, markdown, words] of [
		['have no marks', 'I *write* **editors**, `ed`.', 'I write editors, ed.'],
		['are those of links, not their addresses', '[an editor](https://e.example)', 'an editor'],
		['are on the same lines as before', 'one\ntwo', 'one\ntwo'],
		['keep paragraphs apart', '# Hi\n\nI am Bob.\n\n\n\nBye', 'Hi\n\nI am Bob.\n\nBye'],
		['have a line for each item of a list', 'Hi\n\n- one\n- two', 'Hi\none\ntwo'],
		['keep code as it is', '```\na *b*\n```', 'a *b*'],
		['are the text itself if it is too long to be formatted', '*'.repeat(40_000), '*'.repeat(40_000)],
		['are none if there are none', '', ''],
	] as const)
		it(what, () => assert.equal(textOfMarkdown(markdown), words));
});
