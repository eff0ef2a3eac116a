import { parser, type Token } from './parser.ts';
import { plainText } from './writer.ts';

const parse = parser({ wordsOnly: true });

/** The words of a Markdown text, without its marks and addresses. Lines and paragraphs stay apart. A text that is not formatted stays as it is. */
export function textOfMarkdown(markdown: string): string {
	const tokens = parse(markdown);
	if (typeof tokens === 'string') return markdown;
	let text = '';
	for (const token of tokens) {
		const block = textOfBlock(token);
		// Items of lists and cells of tables are close together.
		const gap = token.level > 1 ? '\n' : '\n\n';
		if (block !== '') text += text === '' ? block : `${gap}${block}`;
	}
	return text;
}

function textOfBlock({ type, content, children }: Token): string {
	if (type === 'fence' || type === 'code_block') return content.trimEnd();
	if (type !== 'inline') return '';
	return (children ?? [])
		.map((child) => (/^(soft|hard)break$/.test(child.type) ? '\n' : plainText([child])))
		.join('')
		.trim();
}
