import assert from 'node:assert/strict';
import MarkdownIt, { type Token } from 'markdown-it';
import { blockHtml, isHtmlText, pairBlockTags } from '../../../../src/platform/model/markdown/block-html.ts';
import { allowHtml } from '../../../../src/platform/model/markdown/html.ts';
import { inlineHtml, pairInlineTags } from '../../../../src/platform/model/markdown/inline-html.ts';
import { OpenElements } from '../../../../src/platform/model/markdown/open-elements.ts';

const throwTooDeep = (): never => {
	throw new Error('too deep');
};

/** The tokens' types and texts. */
const described = (tokens: readonly Token[]) =>
	tokens.map(({ type, content }) => (content === '' ? type : `${type} ${content}`));

describe('Tags within a line', () => {
	const md = new MarkdownIt();
	md.inline.ruler.before('autolink', 'html', inlineHtml);
	const pair = (text: string) => pairInlineTags(md.parseInline(text, {})[0]?.children ?? [], throwTooDeep);

	it('become pairs of tokens, each in one Markdown container', () => {
		assert.deepEqual(described(pair('<kbd>a *<sup>b* c</sup>')), [
			...['kbd_open', 'text a ', 'em_open', 'sup_open', 'text b', 'sup_close', 'em_close', 'text  c'],
			...['text </sup>', 'kbd_close'],
		]);
	});

	it('are paired in the description of an image', () => {
		const [image] = pair('![<kbd>a](b)');
		assert.deepEqual(described(image?.children ?? []), ['kbd_open', 'text a', 'kbd_close']);
	});

	it('may not be nested more than 20 deep', () => {
		assert.equal(pair('<kbd>'.repeat(20)).length, 40);
		assert.throws(() => pair('<kbd>'.repeat(21)), /too deep/);
	});
});

describe('A block of HTML', () => {
	const md = new MarkdownIt();
	md.block.ruler.before('paragraph', 'html', blockHtml, { alt: ['paragraph'] });
	md.core.ruler.disable('inline');
	const pair = (text: string) => pairBlockTags(md.parse(text, {}), throwTooDeep);

	it('ends at an empty line, and its elements with the Markdown around them', () => {
		assert.deepEqual(described(pair('- <details>\n  a\n\n  b\n\nc')), [
			...[
				'bullet_list_open',
				'list_item_open',
				'details_open',
				'paragraph_open',
				'inline a',
				'paragraph_close',
			],
			...['paragraph_open', 'inline b', 'paragraph_close', 'details_close', 'list_item_close'],
			...['bullet_list_close', 'paragraph_open', 'inline c', 'paragraph_close'],
		]);
	});

	it('has texts that are not Markdown', () => {
		const texts = pair('<details>a\n\nb').filter(({ type }) => type === 'inline');
		assert.deepEqual(texts.map(isHtmlText), [true, false]);
	});

	it('may not have elements nested more than 20 deep', () => {
		assert.equal(pair('<details>'.repeat(20)).length, 40);
		assert.throws(() => pair('> <details>\n\n'.repeat(3) + '<details>'.repeat(21)), /too deep/);
	});
});

describe('Markdown that allows HTML', () => {
	const md = new MarkdownIt();
	allowHtml(md, throwTooDeep);

	it('has tokens instead of tags, and Markdown after an empty line', () => {
		const tokens = md.parse('<details><summary>*a*&lt;<kbd>b</summary>\n\n*c*', {});
		assert.deepEqual(
			tokens.map(({ type, children }) => (children ? described(children).join() : type)),
			[
				...['details_open', 'summary_open', 'text *a*<,kbd_open,text b,kbd_close', 'summary_close'],
				...['paragraph_open', 'em_open,text c,em_close', 'paragraph_close', 'details_close'],
			],
		);
	});
});

describe('Open elements', () => {
	it('are closed from the innermost, and only in the same Markdown container', () => {
		const open = new OpenElements(throwTooDeep);
		open.open('table');
		open.openContainer();
		open.open('details');
		open.open('tr');
		open.open('td');
		assert.deepEqual(open.elements, ['td', 'tr', 'details']);
		assert.deepEqual(open.close(1), ['td']);
		assert.deepEqual(open.closeContainer(), ['tr', 'details']);
		assert.deepEqual(open.elements, ['table']);
		assert.deepEqual(open.close(Infinity), ['table']);
	});
});
