import { visible } from './odd.ts';
import { parser, type Token } from './parser.ts';
import { plainText } from './writer.ts';

const parse = parser({ wordsOnly: true });

/**
 * The beginning of a Markdown text as plain words in one line, at most about `chars` of them, for a hover. What is
 * quoted from others is left out, unless there is nothing else.
 */
export function excerpt(markdown: string, chars: number): string {
	const read = markdown.slice(0, 8 * chars + 4000);
	const tokens = parse(read);
	const words = typeof tokens === 'string' ? read.replace(/[>#*`_~|[\]\\]+/g, ' ') : wordsOf(tokens);
	const line = words.replace(/\s+/g, ' ').trim();
	const letters = [...line.slice(0, 2 * chars + 2)];
	if (letters.length <= chars && line.length <= 2 * chars) return visible(line);
	const cut = letters.slice(0, chars).join('');
	const whole = cut.replace(/\s+\S{0,30}$/, '');
	return `${visible(whole === '' ? cut : whole)} …`;
}

function wordsOf(tokens: readonly Token[]): string {
	const own: string[] = [];
	const quoted: string[] = [];
	let quotes = 0;
	for (const token of tokens) {
		if (token.type === 'blockquote_open') quotes++;
		if (token.type === 'blockquote_close') quotes--;
		const text = token.children ? plainText(token.children) : token.content;
		if (text !== '') (quotes > 0 ? quoted : own).push(text.replace(/^\[[ xX]\]\s/, ''));
	}
	return (own.length > 0 ? own : quoted).join(' ');
}
