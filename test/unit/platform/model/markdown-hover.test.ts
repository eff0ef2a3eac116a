import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { hoverText, labelText, plain } from '../../../../src/platform/model/markdown/hover.ts';
import { visible } from '../../../../src/platform/model/markdown/invisible-characters.ts';
import { anything, burdens, schemes, shapes, vectors } from './hostile.ts';

/** Accepts HTML and links as freely as any editor could. */
const md = new MarkdownIt({ html: true, linkify: true });

/** Every tag that a hover may contain. At this point, each `<` of the text itself is an entity. */
const tags =
	/<(?:\/?(?:p|em|strong|del|code|pre|ul|ol|li|blockquote)|br|ol start="\d{1,9}"|code class="language-[\w+#.-]{1,30}"|span style="color:#(?:000000|ffffff);background-color:#[\da-fA-F]{6};border-radius:3px;"|\/span)>/g;

const otherTags = (markdown: string) =>
	md
		.render(markdown)
		.replace(tags, '')
		.match(/<.{0,60}/gs) ?? [];

const lines = (count: number, line = (nth: number) => `line ${nth}`) =>
	Array.from({ length: count }, (_, nth) => line(nth + 1)).join('\n');

describe('The first lines of a text in a hover', () => {
	const cases: readonly [what: string, markdown: string, hover: string][] = [
		['are paragraphs', 'a\n\nb', 'a\n\nb'],
		['go on where a line is only wrapped', 'a\nb', 'a b'],
		['break where the text breaks', 'a\\\nb  \nc', 'a<br>b<br>c'],
		[
			'keep emphasis, whatever stands next to it',
			'_a_*b*__c__ ***d** e* ~~f~~',
			'<em>a</em><em>b</em><strong>c</strong> <em><strong>d</strong> e</em> <del>f</del>',
		],
		['keep code within a line', '`` a`*b` ``', '<code>a\\`\\*b\\`</code>'],
		[
			'have headings in bold, of both kinds',
			'# a *b*\nc\n---',
			'<strong>a <em>b</em></strong>\n\n<strong>c</strong>',
		],
		['have quotes', '> a\n> > b\n\nc', '> a\n>\n> > b\n\nc'],
		['have lists with their marks', '* a\n* b\n\n3) c\n4) d', '* a\n* b\n\n3) c\n4) d'],
		[
			'have lists in lists, and no more room between than they need',
			'- a\n\n  1. b\n\n- c',
			'- a\n  1. b\n- c',
		],
		['keep apart what would run together in a list', '- # a\n  2. b', '- <strong>a</strong>\n\n  2. b'],
		['have tasks', '- [x] a\n- [ ] b\n- [y] c', '- [x] a\n- [ ] b\n- \\[y\\] c'],
		[
			'have tasks in every kind of list',
			'> 1. [X] a\n> 2. b\n>    - [ ] *c*\n\n- [ ] d\n\n  e\n\n- f',
			'> 1. [X] a\n> 2. b\n>    - [ ] <em>c</em>\n\n- [ ] d\n\n  e\n- f',
		],
		['have no items of nothing, which would be rules together', '-\n  -\n    -\n- a', '- a'],
		['have code with its language', '```JS x\n<a> `b`\n```', '```js\n<a> `b`\n```'],
		['have indented code', '    a\n\n     b', '```\na\n\n b\n```'],
		['have code that holds a fence', '~~~\n```\n````\n~~~', '`````\n```\n````\n`````'],
		[
			'have code in lists and quotes',
			'> - a\n>   ```\n>   b\n>\n>   c\n>   ```',
			'> - a\n>\n>   ```\n>   b\n>\n>   c\n>   ```',
		],
		['have no language that is none', '```<b>\na\n```', '```\na\n```'],
		['have the words of links', '[a *b*](https://c.example "d") [e][f]\n\n[f]: g', 'a <em>b</em> e'],
		['have what is said instead of images', 'a ![b *c*](https://d.example) e', 'a b c e'],
		['have nothing of an image of which nothing is said', '**![](https://a.example)**', ''],
		['begin with words', '![](https://a.example) b', 'b'],
		['have the cells of tables', '|a|b|\n|-|-|\n|`c\\|d`|e|', 'a \\| b<br><code>c\\|d</code> \\| e'],
		['have no rule, which would look like the hover’s own', 'a\n\n---\n\nb\n\n***', 'a\n\nb'],
		['are nothing for nothing', ' \n\n[a]: b\n', ''],
		[
			'have HTML as it was written',
			'<b>a</b>\n\n<!-- b -->',
			'&lt;b&gt;a&lt;\\/b&gt;\n\n&lt;\\!\\-\\- b \\-\\-&gt;',
		],
		[
			'show what is invisible',
			'a\u202eb `\u202e`\n\n    \u202e',
			'a‹U\\+202E›b <code>‹U\\+202E›</code>\n\n```\n‹U+202E›\n```',
		],
		['have no marks of a text that is too deep', `${'> '.repeat(60)}a`, 'a'],
	];
	for (const [what, markdown, hover] of cases) it(what, () => assert.equal(hoverText(markdown), hover));
});

describe('A hover of a long text', () => {
	const cases: readonly [what: string, markdown: string, hover: string][] = [
		['ends after ten lines', lines(12), `${lines(10).replaceAll('\n', ' ')} …`],
		['ends between blocks', lines(12).replaceAll('\n', '\n\n'), `${lines(10).replaceAll('\n', '\n\n')}\n\n…`],
		[
			'ends in a list where the list ends',
			lines(12, (nth) => `- ${nth}`),
			`${lines(10, (nth) => `- ${nth}`)}\n- …`,
		],
		[
			'says nothing of an end that is the text’s',
			lines(10, (nth) => `- ${nth}`),
			lines(10, (nth) => `- ${nth}`),
		],
		['ends between words', `${'a'.repeat(480)} ${'b'.repeat(21)} c`, `${'a'.repeat(480)} …`],
		['ends in a word that is longer than all of it', 'a'.repeat(501), `${'a'.repeat(500)} …`],
		[
			'ends with what is open',
			`*b **\`${'a '.repeat(300)}\`***`,
			`<em>b <strong><code>${'a '.repeat(248)}a …</code></strong></em>`,
		],
		['says once that it has ended', lines(2000), `${lines(10).replaceAll('\n', ' ')} …`],
		['counts the rows of tables', `|a|\n|-|\n${lines(12)}`, `a<br>${lines(9).replaceAll('\n', '<br>')}<br>…`],
		[
			'counts the letters of code',
			`    ${'a'.repeat(490)}\n\n${'b '.repeat(9)}`,
			`\`\`\`\n${'a'.repeat(490)}\n\`\`\`\n\nb b b b b …`,
		],
		[
			'is not cut within a letter of code',
			`    a${'😀'.repeat(250)}`,
			`\`\`\`\na${'😀'.repeat(249)} …\n\`\`\``,
		],
		['is not looked at to the middle of a letter', `${'\n'.repeat(3999)}😀`, '…'],
		['ends before what follows', `${'a'.repeat(500)}\n\nb\n\nc`, `${'a'.repeat(500)}\n\n…`],
		['is not cut within a letter', `a${'😀'.repeat(250)}`, `a${'😀'.repeat(249)} …`],
		[
			'has six lines of code, then goes on',
			`    ${lines(9).replaceAll('\n', '\n    ')}\n\na`,
			`\`\`\`\n${lines(6)}\n…\n\`\`\`\n\na`,
		],
		[
			'ends in code',
			`${lines(8).replaceAll('\n', '\n\n')}\n\n\`\`\`\n${lines(4)}\n\`\`\`\na`,
			`${lines(8).replaceAll('\n', '\n\n')}\n\n\`\`\`\n${lines(2)}\n…\n\`\`\``,
		],
		['ends in a line of code', `\`\`\`\n${'a'.repeat(501)}\n\`\`\``, `\`\`\`\n${'a'.repeat(500)} …\n\`\`\``],
		['tells that there is more than was looked at', `a\n${'\n'.repeat(5000)}b`, 'a\n\n…'],
	];
	for (const [what, markdown, hover] of cases) it(what, () => assert.equal(hoverText(markdown), hover));
});

describe('What people wrote, in a hover', () => {
	const signs = [
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
	for (const text of signs) {
		it(`is what is read there: ${text}`, () => {
			assert.equal(md.render(plain(text)), `<p>${md.utils.escapeHtml(text.trim())}</p>\n`);
		});
	}

	it('is what is read there, whatever it is', () => {
		fc.assert(
			fc.property(anything, (text) => {
				const words = visible(text).replace(/\s+/g, ' ').trim();
				const paragraph = words === '' ? '' : `<p>${md.utils.escapeHtml(words)}</p>\n`;
				assert.equal(md.render(plain(text).trim()), paragraph);
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);

	it('is no icon, not even in code', () => {
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
			),
			{ maxLength: 40 },
		)
		.map((pieces) => pieces.join(''));

	it('leads nowhere, fetches nothing, and has no tags but those of Markdown', () => {
		const known = [...vectors, ...schemes.flatMap((target) => shapes.map((shape) => shape(target)))];
		for (const markdown of known) assert.deepEqual(otherTags(hoverText(markdown)), [], markdown);
		fc.assert(
			fc.property(fc.oneof(anything, blocks), (markdown) => {
				assert.deepEqual(otherTags(hoverText(markdown)), []);
			}),
			{ numRuns: 1000 },
		);
	}).timeout(20_000);

	for (const burden of burdens) {
		it(`is short for a megabyte of one thing: ${JSON.stringify(burden)}`, () => {
			const hover = hoverText(burden.repeat(2 ** 20 / burden.length));
			assert.ok(hover.length < 4000, String(hover.length));
			assert.deepEqual(otherTags(hover), []);
		});
	}
});

describe('A label in a hover', () => {
	it('has its colour, and one that can be read on it', () => {
		assert.equal(
			labelText('good *first*', '#abc'),
			'<span style="color:#000000;background-color:#aabbcc;border-radius:3px;">&nbsp;good \\*first\\*&nbsp;</span>',
		);
	});

	it('is nothing but that, whatever its name and its colour are', () => {
		fc.assert(
			fc.property(anything, anything, (name, colour) => {
				const label = labelText(name, colour);
				assert.deepEqual(otherTags(label), []);
				assert.equal(md.render(label).match(/<span/g)?.length, 1);
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);
});
