import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { visible } from '../../../../src/base/text/invisible-characters.ts';
import { escapeMarkdown, hoverText, labelText } from '../../../../src/platform/model/markdown/hover.ts';
import { anything, burdens, schemes, shapes, vectors } from './hostile.ts';

/** Accepts HTML and links at least as freely as the editor does. */
const md = new MarkdownIt({ html: true, linkify: true });

/** The tags that a hover may contain. Any other `<` in the text has become an entity by then. */
const tags =
	/<(?:\/?(?:p|em|strong|del|ins|kbd|sub|sup|code|pre|ul|ol|li|blockquote)|br|ol start="\d{1,9}"|code class="language-[\w+#.-]{1,30}"|span style="color:#(?:000000|ffffff);background-color:#[\da-fA-F]{6};border-radius:3px;"|\/span)>/g;

const otherTags = (markdown: string) =>
	md
		.render(markdown)
		.replace(tags, '')
		.match(/<.{0,60}/gs) ?? [];

const lines = (count: number, line = (nth: number) => `line ${nth}`) =>
	Array.from({ length: count }, (_, nth) => line(nth + 1)).join('\n');

describe('A hover of a text', () => {
	const cases: readonly [what: string, markdown: string, hover: string][] = [
		['keeps paragraphs apart', 'a\n\nb', 'a\n\nb'],
		['joins wrapped lines', 'a\nb', 'a b'],
		['keeps hard line breaks', 'a\\\nb  \nc', 'a<br>b<br>c'],
		[
			'keeps emphasis next to other characters',
			'_a_*b*__c__ ***d** e* ~~f~~',
			'<em>a</em><em>b</em><strong>c</strong> <em><strong>d</strong> e</em> <del>f</del>',
		],
		['keeps inline code', '`` a`*b` ``', '<code>a\\`\\*b\\`</code>'],
		[
			'shows both kinds of headings in bold',
			'# a *b*\nc\n---',
			'<strong>a <em>b</em></strong>\n\n<strong>c</strong>',
		],
		['keeps quotes', '> a\n> > b\n\nc', '> a\n>\n> > b\n\nc'],
		['keeps lists and their markers', '* a\n* b\n\n3) c\n4) d', '* a\n* b\n\n3) c\n4) d'],
		['keeps nested lists, without extra blank lines', '- a\n\n  1. b\n\n- c', '- a\n  1. b\n- c'],
		['separates list content that would run together', '- # a\n  2. b', '- <strong>a</strong>\n\n  2. b'],
		['keeps tasks', '- [x] a\n- [ ] b\n- [y] c', '- [x] a\n- [ ] b\n- \\[y\\] c'],
		[
			'keeps tasks in every kind of list',
			'> 1. [X] a\n> 2. b\n>    - [ ] *c*\n\n- [ ] d\n\n  e\n\n- f',
			'> 1. [X] a\n> 2. b\n>    - [ ] <em>c</em>\n\n- [ ] d\n\n  e\n- f',
		],
		['drops empty list items, which together would become a rule', '-\n  -\n    -\n- a', '- a'],
		['keeps code and its language', '```JS x\n<a> `b`\n```', '```js\n<a> `b`\n```'],
		['keeps indented code', '    a\n\n     b', '```\na\n\n b\n```'],
		['keeps code that contains a fence', '~~~\n```\n````\n~~~', '`````\n```\n````\n`````'],
		[
			'keeps code in lists and quotes',
			'> - a\n>   ```\n>   b\n>\n>   c\n>   ```',
			'> - a\n>\n>   ```\n>   b\n>\n>   c\n>   ```',
		],
		['drops an invalid language', '```<b>\na\n```', '```\na\n```'],
		['shows the address of a link in angle brackets', '<irc://a.example>', 'irc\\:\\/\\/a\\.example'],
		['shows the name of a type in C++', 'a<std::string>', 'a&lt;std\\:\\:string&gt;'],
		['shows the text of links', '[a *b*](https://c.example "d") [e][f]\n\n[f]: g', 'a <em>b</em> e'],
		['shows the alternative text of images', 'a ![b *c*](https://d.example) e', 'a b c e'],
		['shows nothing for an image without alternative text', '**![](https://a.example)**', ''],
		['begins with text, not with an image', '![](https://a.example) b', 'b'],
		['shows the cells of tables', '|a|b|\n|-|-|\n|`c\\|d`|e|', 'a \\| b<br><code>c\\|d</code> \\| e'],
		['drops rules, which would look like those of the hover itself', 'a\n\n---\n\nb\n\n***', 'a\n\nb'],
		[
			'shows blocks in a cell on its line',
			'<table><tr><td>\n\n- a\n\n```\n  b*\n\nc\n```\n\n</td><td>d',
			'- a<br><code> b\\*<br><br>c</code> \\| d',
		],
		['is empty for a text without content', ' \n\n[a]: b\n', ''],
		['shows HTML as text', '<b>a</b>\n\n<!-- b -->', '&lt;b&gt;a&lt;\\/b&gt;\n\n&lt;\\!\\-\\- b \\-\\-&gt;'],
		[
			'shows invisible characters by code',
			'a\u202eb `\u202e`\n\n    \u202e',
			'a‹U\\+202E›b <code>‹U\\+202E›</code>\n\n```\n‹U+202E›\n```',
		],
		['drops markers that are nested too deep', `${'> '.repeat(60)}a`, 'a'],
	];
	for (const [what, markdown, hover] of cases) it(what, () => assert.equal(hoverText(markdown), hover));
});

describe('A hover of a long text', () => {
	const cases: readonly [what: string, markdown: string, hover: string][] = [
		['ends after ten lines', lines(12), `${lines(10).replaceAll('\n', ' ')} …`],
		['ends between blocks', lines(12).replaceAll('\n', '\n\n'), `${lines(10).replaceAll('\n', '\n\n')}\n\n…`],
		[
			'ends a list with an item of its own',
			lines(12, (nth) => `- ${nth}`),
			`${lines(10, (nth) => `- ${nth}`)}\n- …`,
		],
		[
			'has no ellipsis when the text ends there by itself',
			lines(10, (nth) => `- ${nth}`),
			lines(10, (nth) => `- ${nth}`),
		],
		['ends between words', `${'a'.repeat(480)} ${'b'.repeat(21)} c`, `${'a'.repeat(480)} …`],
		['cuts a word that is longer than the hover', 'a'.repeat(501), `${'a'.repeat(500)} …`],
		[
			'closes open emphasis and code',
			`*b **\`${'a '.repeat(300)}\`***`,
			`<em>b <strong><code>${'a '.repeat(248)}a …</code></strong></em>`,
		],
		['has a single ellipsis', lines(2000), `${lines(10).replaceAll('\n', ' ')} …`],
		['counts the rows of tables', `|a|\n|-|\n${lines(12)}`, `a<br>${lines(9).replaceAll('\n', '<br>')}<br>…`],
		[
			'counts the characters of code',
			`    ${'a'.repeat(490)}\n\n${'b '.repeat(9)}`,
			`\`\`\`\n${'a'.repeat(490)}\n\`\`\`\n\nb b b b b …`,
		],
		[
			'does not split a character of code',
			`    a${'😀'.repeat(250)}`,
			`\`\`\`\na${'😀'.repeat(249)} …\n\`\`\``,
		],
		['does not split a character where it stops reading', `${'\n'.repeat(3999)}😀`, '…'],
		['leaves out the blocks after its end', `${'a'.repeat(500)}\n\nb\n\nc`, `${'a'.repeat(500)}\n\n…`],
		['does not split a character', `a${'😀'.repeat(250)}`, `a${'😀'.repeat(249)} …`],
		[
			'shows six lines of code, then the next block',
			`    ${lines(9).replaceAll('\n', '\n    ')}\n\na`,
			`\`\`\`\n${lines(6)}\n…\n\`\`\`\n\na`,
		],
		[
			'can end within a code block',
			`${lines(8).replaceAll('\n', '\n\n')}\n\n\`\`\`\n${lines(4)}\n\`\`\`\na`,
			`${lines(8).replaceAll('\n', '\n\n')}\n\n\`\`\`\n${lines(2)}\n…\n\`\`\``,
		],
		[
			'can end within a line of code',
			`\`\`\`\n${'a'.repeat(501)}\n\`\`\``,
			`\`\`\`\n${'a'.repeat(500)} …\n\`\`\``,
		],
		['has an ellipsis for text that it did not read', `a\n${'\n'.repeat(5000)}b`, 'a\n\n…'],
	];
	for (const [what, markdown, hover] of cases) it(what, () => assert.equal(hoverText(markdown), hover));
});

describe('Plain text in a hover', () => {
	const samples = [
		'*a* _b_ **c** ~~d~~ `e` ``f` ` ***',
		'# a',
		'- a',
		'+ a',
		'1. a',
		'1) a',
		'> a',
		'===',
		'---',
		'| a | b |',
		'[a]: b',
		'[a](https://b.example)',
		'![a](https://b.example)',
		'<https://a.example>',
		'https://a.example www.a.example a.com a@b.example mailto:a@b.example //a.com ftp://a.com javascript:a',
		'<img src=x> <!-- a --> &lt;b> &amp;lt; &#60; \\< \\',
		'$(zap) \\$(zap) $(sync~spin)',
		'```a',
		'    a',
		'[x] a',
	];
	for (const text of samples) {
		it(`is shown as written: ${text}`, () => {
			assert.equal(md.render(escapeMarkdown(text)), `<p>${md.utils.escapeHtml(text.trim())}</p>\n`);
		});
	}

	it('is shown as written, whatever it contains', () => {
		fc.assert(
			fc.property(anything, (text) => {
				const words = visible(text).replace(/\s+/g, ' ').trim();
				const paragraph = words === '' ? '' : `<p>${md.utils.escapeHtml(words)}</p>\n`;
				assert.equal(md.render(escapeMarkdown(text).trim()), paragraph);
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);

	it('shows no icon, not even in code', () => {
		assert.doesNotMatch(md.utils.unescapeMd(hoverText('$(zap) \\$(zap) `$(zap)`')), /\$\(/);
	});
});

describe('A hover of a hostile text', () => {
	const blocks = fc
		.array(
			fc.constantFrom(
				...['- ', '* ', '1. ', '12345. ', '2) ', '> ', '  ', '    ', '\t', ' ', '\n', '\n\n', '\\\n', '  \n'],
				...[
					'```',
					'```js\n',
					'~~~~',
					'`',
					'# ',
					'---\n',
					'===\n',
					'|a|b|\n|-|-|\n',
					'| c ',
					'[ ] ',
					'![](x)',
				],
				...[
					'<img src=x>',
					'<div>',
					'&lt;script>',
					'[a](b)',
					'https://a.example/',
					'*a*',
					'**b**',
					'a',
					'\u202e',
				],
				...[
					'<details open>',
					'<summary>',
					'</summary>',
					'<table><tr><td>',
					'</td><td>',
					'<tr><th>',
					'\n\n```\nx\n\n![](https://a.example/b.png) <img src=x> [c](d)\n',
					'\n\n    ![](https://a.example/b.png)\n',
				],
			),
			{ maxLength: 40 },
		)
		.map((pieces) => pieces.join(''));

	it('has no link, no image, and only the tags of Markdown', () => {
		const known = [...vectors, ...schemes.flatMap((target) => shapes.map((shape) => shape(target)))];
		for (const markdown of known) assert.deepEqual(otherTags(hoverText(markdown)), [], markdown);
		fc.assert(
			fc.property(fc.oneof(anything, blocks), (markdown) => {
				assert.deepEqual(otherTags(hoverText(markdown)), []);
			}),
			{ numRuns: 1000 },
		);
	}).timeout(20_000);

	for (const [where, before] of [
		['a cell', '<table><tr><td>a</td><td>'],
		['a summary', '<details open><summary>'],
	] as const) {
		for (const [fence, margin] of [
			['```\n', ''],
			['~~~~\n', ''],
			['', '    '],
		] as const) {
			it(`keeps code in ${where} after ${JSON.stringify(fence + margin)} as code`, () => {
				const code = 'x\n\n![](https://a.example/b.png) [c](https://a.example/d) <img src=x>\n';
				const hover = hoverText(`${before}\n\n${fence}${code.replace(/^/gm, margin)}`);
				assert.deepEqual(otherTags(hover), [], hover);
				assert.match(hover, /a\\?\.example/);
			});
		}
	}

	for (const burden of burdens) {
		it(`is short for a megabyte of ${JSON.stringify(burden)}`, () => {
			const hover = hoverText(burden.repeat(2 ** 20 / burden.length));
			assert.ok(hover.length < 4000, String(hover.length));
			assert.deepEqual(otherTags(hover), []);
		});
	}
});

describe('A label in a hover', () => {
	it('has its color and readable text', () => {
		assert.equal(
			labelText('good *first*', '#abc'),
			'<span style="color:#000000;background-color:#aabbcc;border-radius:3px;">&nbsp;good \\*first\\*&nbsp;</span>',
		);
	});

	it('has only allowed tags, whatever its name and color are', () => {
		fc.assert(
			fc.property(anything, anything, (name, color) => {
				const label = labelText(name, color);
				assert.deepEqual(otherTags(label), []);
				assert.equal(md.render(label).match(/<span/g)?.length, 1);
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);
});
