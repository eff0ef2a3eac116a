import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hoverText } from '../../../../src/platform/model/markdown/hover.ts';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { htmlProblems, textOf } from '../../../kit/pages/html.ts';

const render = renderer({
	addresses: { trackers: 'https://todo.example.org' },
	currentTracker: { owner: '~ana', tracker: 'editor' },
});

const table = (rows: string) =>
	`<div class="table-wrap" tabindex="0" role="group" aria-label="Table"><table>\n${rows}</table></div>\n`;

describe('HTML in Markdown', () => {
	const cases: readonly [what: string, markdown: string, html: string | RegExp][] = [
		['keys', 'a <kbd>Ctrl</kbd>+<KBD>C</KBD>', '<p>a <kbd>Ctrl</kbd>+<kbd>C</kbd></p>\n'],
		['small letters', 'H<sub>2</sub>O x<sup>*n*</sup>', '<p>H<sub>2</sub>O x<sup><em>n</em></sup></p>\n'],
		['changes', '<del>a</del> <ins>b</ins>', '<p><del>a</del> <ins>b</ins></p>\n'],
		['line breaks', 'a<br>b<br/>c<BR />d', '<p>a<br>\nb<br>\nc<br>\nd</p>\n'],
		['no end of a line break', 'a</br>b', '<p>a&lt;/br&gt;b</p>\n'],
		[
			'a tag in a link',
			'[<kbd>a</kbd>](https://b.example/)',
			/title="https:\/\/b\.example\/"><kbd>a<\/kbd><\/a>/,
		],
		['a tag in a heading', '# <kbd>a</kbd>', '<h3><kbd>a</kbd></h3>\n'],
		['a tag in a cell of Markdown', '|a|\n|-|\n|b<br>c|', /<td>b<br>\nc<\/td>/],
		[
			'the words of tags in the description of an image',
			'![<kbd>a</kbd>](https://b.example/c.png)',
			/data-alt="a"/,
		],
		[
			'tags in code as text',
			'`<kbd>`\n\n    <details>',
			/<code>&lt;kbd&gt;<\/code>.*<code>&lt;details&gt;<\/code>/s,
		],
		['an indented tag below a text as its text', 'a\n    <details>b', '<p>a\n&lt;details&gt;b</p>\n'],
		[
			'an indented tag below a quote as its text',
			'> a\n    <details>b',
			'<blockquote><p>a\n&lt;details&gt;b</p>\n</blockquote>\n',
		],
		['escaped tags as text', '\\<kbd>a', '<p>&lt;kbd&gt;a</p>\n'],
		[
			'other tags as text',
			'<b>a</b> <kbdx> <!-- c -->',
			'<p>&lt;b&gt;a&lt;/b&gt; &lt;kbdx&gt; &lt;!-- c --&gt;</p>\n',
		],
		[
			'words in angle brackets as text',
			'<table of contents> <sub title>',
			'<p>&lt;table of contents&gt; &lt;sub title&gt;</p>\n',
		],
		['an unclosed tag up to the end of the paragraph', '<kbd>a\n\nb', '<p><kbd>a</kbd></p>\n<p>b</p>\n'],
		[
			'an unclosed tag up to the end of emphasis',
			'**a <sup>b** c</sup>',
			'<p><strong>a <sup>b</sup></strong> c&lt;/sup&gt;</p>\n',
		],
		[
			'tags that are closed in another order',
			'<sub><sup>a</sub></sup>',
			'<p><sub><sup>a</sup></sub>&lt;/sup&gt;</p>\n',
		],
		[
			'details with Markdown',
			'<details>\n<summary>a **b** <kbd>c</kbd> &amp; #3</summary>\n\n- d *e*\n\n</details>\n\nf',
			'<details><summary>a **b** <kbd>c</kbd> &amp; #3</summary>\n<ul><li>d <em>e</em></li>\n</ul>\n</details>\n<p>f</p>\n',
		],
		['open details', '<details open>a', '<details open><p>a</p>\n</details>\n'],
		[
			'details in details',
			'<details>\n\n<details>\n\na\n\n</details>\n</details>',
			'<details><details><p>a</p>\n</details>\n</details>\n',
		],
		[
			'a summary’s links as words, and a link after it',
			'<details><summary>see #3 and https://example.org/a</summary>#4</details>',
			/<summary>see #3 and https:\/\/example\.org\/a<\/summary>.*<a href="#" data-open="ticket:~ana\/editor#4">/s,
		],
		[
			'a word for an empty summary',
			'<details><summary></summary></details>',
			'<details><summary>Details</summary>\n</details>\n',
		],
		[
			'a summary outside of details as text',
			'<summary>a</summary>',
			'<p>&lt;summary&gt;a&lt;/summary&gt;</p>\n',
		],
		[
			'a summary up to a block in it, which a button cannot contain',
			'<details><summary>a\n\n```\nb\n```\n\n</summary>\n\n#4',
			/<summary>a<\/summary>\n<pre .*b<\/code><\/pre>\n<p><a href="#" data-open="ticket:~ana\/editor#4">#4<\/a><\/p>\n<\/details>/s,
		],
		[
			'a heading in a summary',
			'<details><summary>\n\n## a\n\n</summary>\n\nb',
			'<details><summary><h3>a</h3>\n</summary>\n<p>b</p>\n</details>\n',
		],
		[
			'details in a summary as text',
			'<details><summary>a<details>b</summary>c</details>',
			'<details><summary>a&lt;details&gt;b</summary>\n<p>c</p>\n</details>\n',
		],
		['a second summary as text', '<details><summary>a</summary><summary>b', /<p>&lt;summary&gt;b<\/p>/],
		[
			'details up to the end of a quote',
			'> <details>\n> a\n\n</details>',
			'<blockquote><details><p>a</p>\n</details>\n</blockquote>\n<p>&lt;/details&gt;</p>\n',
		],
		[
			'details up to the end of a list item',
			'- <details>\n\n  a\n- b',
			/<li><details><p>a<\/p>\n<\/details>\n<\/li>\n<li><p>b<\/p>/,
		],
		['details after a paragraph', 'a\n<details>\nb', '<p>a</p>\n<details><p>b</p>\n</details>\n'],
		['details within a line as text', 'a <details>', '<p>a &lt;details&gt;</p>\n'],
		[
			'the text of a table as written, with its links',
			'<table><tr><td>__a__</td><td>#3</td></tr></table>',
			table('<tr><td>__a__</td><td><a href="#" data-open="ticket:~ana/editor#3">#3</a></td></tr>\n'),
		],
		[
			'a table without end tags',
			'<table><tr><th>a<td>b<tr><td>c',
			table('<tr><th>a</th><td>b</td></tr>\n<tr><td>c</td></tr>\n'),
		],
		[
			'all parts of a table',
			'<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b<tfoot><tr><td>c',
			table(
				'<thead><tr><th>a</th></tr>\n</thead>\n<tbody><tr><td>b</td></tr>\n</tbody>\n<tfoot><tr><td>c</td></tr>\n</tfoot>\n',
			),
		],
		[
			'cells with Markdown',
			'<table>\n<tr>\n<td>\n\n**a**\n\n</td>\n</tr>\n</table>',
			table('<tr><td><p><strong>a</strong></p>\n</td></tr>\n'),
		],
		[
			'the alignment and spans of cells',
			'<table><tr><td align="RIGHT" colspan=2 rowspan=\'3\'>a',
			table('<tr><td class="align-right" colspan="2" rowspan="3">a</td></tr>\n'),
		],
		[
			'no invalid alignment and spans',
			'<table><tr><td align=justify colspan=51 rowspan=-1>a',
			table('<tr><td>a</td></tr>\n'),
		],
		[
			'the first of two equal attributes',
			'<table><tr><td colspan=2 colspan=3>a',
			table('<tr><td colspan="2">a</td></tr>\n'),
		],
		[
			'a table up to what is not a part of it',
			'<table><tr>a<td>b',
			`${table('<tr></tr>\n')}<p>a&lt;td&gt;b</p>\n`,
		],
		['a table up to Markdown between its rows', '<table><tr>\n\n# a', `${table('<tr></tr>\n')}<h3>a</h3>\n`],
		[
			'cells outside of tables as text',
			'<tr><td>a</td></tr>',
			'<p>&lt;tr&gt;&lt;td&gt;a&lt;/td&gt;&lt;/tr&gt;</p>\n',
		],
		[
			'an empty header cell as an ordinary cell',
			'<table><tr><th></th><th>a</th>',
			table('<tr><td></td><th>a</th></tr>\n'),
		],
	];
	for (const [what, markdown, expected] of cases)
		it(`shows ${what}`, () => {
			const { html } = render(markdown);
			if (typeof expected === 'string') assert.equal(html, expected);
			else assert.match(html, expected);
			assert.deepEqual(htmlProblems(html), []);
		});

	it('loses no words, wherever its tags are', () => {
		const tags = ['details', 'summary', 'table', 'thead', 'tr', 'th', 'td', 'kbd', 'del', 'br'].flatMap(
			(name) => [`<${name}>`, `</${name}>`],
		);
		const part = fc.constantFrom(...tags, '\n', '\n\n', '> ', '- ', '**', 'word', 'word', '<details open>');
		const texts = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
		const words = (text: string) => text.match(/word/g)?.length ?? 0;
		fc.assert(
			fc.property(texts, (text) => {
				const { html } = render(text);
				assert.deepEqual(htmlProblems(html), []);
				assert.equal(words(textOf(html)), words(text));
			}),
			{ numRuns: 1000 },
		);
	}).timeout(20_000);
});

describe('A hover of a text with HTML', () => {
	const cases: readonly [what: string, markdown: string, hover: string][] = [
		['keeps kbd, sub and sup', '<kbd>a</kbd><sub>b</sub>', '<kbd>a</kbd><sub>b</sub>'],
		[
			'shows only the summary of closed details',
			'<details>\n<summary>a</summary>\n\nb\n\n<details>c</details>\n</details>\n\nd',
			'<strong>a</strong> …\n\nd',
		],
		['says that there are details', '<details>a</details>b', '<strong>Details</strong> …\n\nb'],
		['shows open details', '<details open><summary>a</summary>b', '<strong>a</strong>\n\nb'],
		['shows the rows of tables', '<table><tr><th>a<td>b<tr><td>c</table>', 'a \\| b<br>c'],
	];
	for (const [what, markdown, expected] of cases) it(what, () => assert.equal(hoverText(markdown), expected));
});
