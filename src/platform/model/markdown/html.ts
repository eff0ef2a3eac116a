import MarkdownIt from 'markdown-it';
import { blockHtml, isHtmlText, pairBlockTags } from './block-html.ts';
import { inlineHtml, pairInlineTags } from './inline-html.ts';

/** Lets texts contain the tags of `html-tags.ts`. `throwTooDeep` is called if tags are nested too deeply. */
export function allowHtml(md: InstanceType<typeof MarkdownIt>, throwTooDeep: () => never): void {
	const textOfHtml = new MarkdownIt('zero').enable('entity').inline;
	textOfHtml.ruler.push('html', inlineHtml);
	md.inline.ruler.before('autolink', 'html', inlineHtml);
	md.block.ruler.before('html_block', 'html', blockHtml, { alt: ['paragraph', 'reference', 'blockquote'] });
	md.core.ruler.after('block', 'html-blocks', (state) => {
		state.tokens = pairBlockTags(state.tokens, throwTooDeep);
	});
	md.core.ruler.at('inline', ({ tokens, env }) => {
		for (const token of tokens) {
			if (token.type !== 'inline') continue;
			token.children ??= [];
			(isHtmlText(token) ? textOfHtml : md.inline).parse(token.content, md, env, token.children);
			token.children = pairInlineTags(token.children, throwTooDeep);
		}
	});
}
