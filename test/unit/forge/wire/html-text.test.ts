import assert from 'node:assert/strict';
import { htmlToText } from '../../../../src/forge/wire/html-text.ts';

describe('The text of a message with HTML', () => {
	for (const [html, text] of [
		['Use <b>one</b> <a href="/x">name</a>.', 'Use one name.'],
		['One<br/>two<p class="a">three</p>', 'One two three '],
		['<LI>One</LI>', ' One '],
		['Write to <ana@example.org> or <id@host>', 'Write to <ana@example.org> or <id@host>'],
		['<bold>', '<bold>'],
		['&lt;b&gt; &amp;amp; &quot;x&quot; &APOS;', '<b> &amp; "x" \''],
		['a&nbsp;b', 'a b'],
		['&#39;&#x27;&#X1f600;', "''😀"],
		['&#1114111;&#1114112;', '\u{10ffff}&#1114112;'],
		['&copy; &toolong; &#; &', '&copy; &toolong; &#; &'],
		['plain', 'plain'],
	] as const) {
		it(`is ${JSON.stringify(text)} for ${JSON.stringify(html)}`, () => assert.equal(htmlToText(html), text));
	}
});
