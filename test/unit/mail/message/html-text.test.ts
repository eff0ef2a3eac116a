import assert from 'node:assert/strict';
import { textOfHtml } from '../../../../src/mail/message/html-text.ts';

describe('The text of HTML', () => {
	const cases: readonly [html: string, text: string][] = [
		['', ''],
		['plain', 'plain\n'],
		['<p>One\n  two</p><p>three</p>', 'One two\n\nthree\n'],
		['<div>a</div><div>b</div>', 'a\nb\n'],
		['a<br>b<BR/>c<br /><br>d', 'a\nb\nc\n\nd\n'],
		['<b>a</b><i> b</i> <u>c</u>', 'a b c\n'],
		['<ul><li>a</li><li>b</li></ul>c', 'a\nb\nc\n'],
		['<h1>a</h1>b', 'a\n\nb\n'],
		['<pre>\n a\n  b\r\n</pre>c  d', '\n a\n  b\nc d\n'],
		['<div> </div><div>a</div>  <br>', 'a\n\n'.slice(0, 2)],
		['<html><head><meta charset="utf-8"><title>t</title><body><p>a</p></body></html>', 'a\n'],
		['<head><title>t</title></head><style>p{}</style><script>x<y</script><!-- <p> -->a', 'a\n'],
		['a<script>b', 'a\n'],
		['a<!-- b', 'a<!-- b\n'],
		['a<!-- <b> c', 'a\n'],
		['a<!-->b<!--->c<!--d-->e', 'abce\n'],
		['&lt;a&gt; &amp;&#228;&#xE4;&uuml;&Uuml;&nbsp;&quot;&hellip;', '<a> &ääüÜ "…\n'],
		['&unknown; &constructor; &#0; &#x110000; &amp', '&unknown; &constructor; &#0; &#x110000; &amp\n'],
		['1 < 2 <3 a<b>c</b>', '1 < 2 <3 ac\n'],
		['a < b', 'a < b\n'],
		['&#1;&#x10ffff;', '\u0001\u{10ffff}\n'],
		['<a', '<a\n'],
		['<p>', ''],
		['<div>if:</div><div>&nbsp; &#160;x = 1;&nbsp;</div>', 'if:\n   x = 1;\n'],
		['<div> <b>&nbsp;</b>a</div><div>&nbsp;</div><div>b</div>', ' a\nb\n'],
		['<div>+\u00a0 a&nbsp; b</div>', '+  a  b\n'],
		['<blockquote>a<br>b</blockquote>c', '> a\n> b\n\nc\n'],
		[
			'Ana wrote:<blockquote type="cite"><p>a</p><p>b</p></blockquote><p>c',
			'Ana wrote:\n\n> a\n>\n> b\n\nc\n',
		],
		['<blockquote>a<blockquote>b</blockquote>c</blockquote>', '> a\n>\n> > b\n>\n> c\n'],
		['<blockquote><pre>+a\n+  b</pre></blockquote>', '> +a\n> +  b\n'],
		['<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px">a</blockquote>b', 'a\n\nb\n'],
		[`${'<blockquote>'.repeat(9)}a`, `${'> '.repeat(6)}a\n`],
		['</blockquote>a<blockquote>b', 'a\n\n> b\n'],
	];
	for (const [html, text] of cases) {
		it(`${html} is ${JSON.stringify(text)}`, () => assert.equal(textOfHtml(html), text));
	}

	for (const burden of [
		'<',
		'<a',
		'<!--',
		'<script>',
		'<title></title>',
		'<pre> <p>',
		'&nbsp;<b>',
		'<br>',
		'&',
		'<>',
		'<blockquote>',
		'<blockquote><br>',
		'<blockquote><p></blockquote>',
	]) {
		it(`takes linear time if ${burden} is repeated`, () => {
			textOfHtml(burden.repeat(1_000_000 / burden.length));
			textOfHtml(`${burden.repeat(1_000_000 / burden.length)}>`);
		});
	}
});
