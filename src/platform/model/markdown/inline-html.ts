import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { type HtmlTag, inlineTagAt } from './html-tags.ts';
import { OpenElements } from './open-elements.ts';

const tagType = 'html_tag';

/** A rule for the allowed tags within a line. `pairInlineTags` then replaces the tokens of tags. */
export function inlineHtml(state: StateInline, silent: boolean): boolean {
	const tag = state.src[state.pos] === '<' ? inlineTagAt(state.src, state.pos) : undefined;
	if (!tag || state.pos + tag.source.length > state.posMax) return false;
	state.pos += tag.source.length;
	if (silent) return true;
	if (tag.name === 'br') state.push('hardbreak', 'br', 0);
	else state.push(tagType, '', 0).content = tag.source;
	return true;
}

/** Replaces tags by pairs of tokens. A tag that is not closed ends where the text around it ends; an end tag without a start is text. */
export function pairInlineTags(tokens: readonly Token[], throwTooDeep: () => never): Token[] {
	const open = new OpenElements(throwTooDeep);
	const paired = tokens.flatMap((token) => {
		if (token.type === 'image') token.children = pairInlineTags(token.children ?? [], throwTooDeep);
		const tag = token.type === tagType ? inlineTagAt(token.content, 0) : undefined;
		if (tag) return pair(tag, open);
		if (token.nesting === 1) open.openContainer();
		return token.nesting === -1 ? [...open.closeContainer().map(endOf), token] : [token];
	});
	return [...paired, ...open.close(Infinity).map(endOf)];
}

function pair({ name, isEnd, source }: HtmlTag, open: OpenElements): Token[] {
	if (!isEnd) {
		open.open(name);
		return [new MarkdownIt.Token(`${name}_open`, name, 1)];
	}
	const at = open.elements.indexOf(name);
	if (at !== -1) return open.close(at + 1).map(endOf);
	return [Object.assign(new MarkdownIt.Token('text', '', 0), { content: source })];
}

const endOf = (name: string): Token => new MarkdownIt.Token(`${name}_close`, name, -1);
