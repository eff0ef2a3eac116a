import { visible } from '../../../base/text/invisible-characters.ts';
import { colorOf, textColorOn } from '../label-color.ts';
import { parser, type Token } from './parser.ts';
import { plainText } from './writer.ts';

/** Characters for which a backslash is not enough: it does not prevent HTML, or VS Code's icons, `$(name)`, which are replaced last. */
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', $: '&#36;' };

/**
 * Escapes text for the Markdown of a hover, on one line. All ASCII punctuation is escaped, so the text cannot become Markdown, HTML, an
 * icon, or an address that VS Code would turn into a link.
 */
export const escapeMarkdown = (text: string): string =>
	visible(text)
		.replace(/\s+/g, ' ')
		.replace(/[!-/:-@[-`{-~]/g, (character) => entities[character] ?? `\\${character}`);

/** A label in its color. VS Code allows a style only on a `span`, and only in exactly this form. */
export function labelText(name: string, background: string): string {
	const style = `color:${textColorOn(background)};background-color:${colorOf(background)};border-radius:3px;`;
	return `<span style="${style}">&nbsp;${escapeMarkdown(name)}&nbsp;</span>`;
}

const parse = parser({ wordsOnly: true });

/** The number of characters that are read of a longer text. */
const readLimit = 4000;

/**
 * The first lines of a Markdown text, as Markdown for a hover that supports HTML. It contains no links and fetches nothing: links become
 * their text, images their alternative text. Empty if there is nothing to show.
 */
export function hoverText(markdown: string): string {
	const beginning = withoutHalfPair(markdown.slice(0, readLimit));
	const parsed = parse(beginning);
	// A text that would take too long to parse is shown without formatting.
	const tokens = typeof parsed === 'string' ? undefined : parsed;
	const writer = new HoverWriter(tokens ?? []);
	const blocks = tokens ? writer.blocks() : [writer.words(beginning.replace(/[>#*`_~|[\]\\]+/g, ' ').trim())];
	const ellipsis = beginning.length < markdown.length && !writer.isCut ? ['…'] : [];
	return [...blocks, ...ellipsis].filter((block) => block !== '').join('\n\n');
}

const tags: ReadonlyMap<string, string> = new Map([
	['em', 'em'],
	['strong', 'strong'],
	['s', 'del'],
	['del', 'del'],
	['ins', 'ins'],
	['kbd', 'kbd'],
	['sub', 'sub'],
	['sup', 'sup'],
]);

/** Limits for the whole hover, and for the lines of each code block. */
const limits = { lines: 10, characters: 500, codeLines: 6 };

/**
 * Writes tokens as Markdown, up to the limits. Inline formatting uses HTML tags, since the meaning of Markdown's own marks depends on the
 * characters next to them. A line of text always begins with a word or a tag.
 */
class HoverWriter {
	readonly #tokens: readonly Token[];
	#at = 0;
	#linesLeft = limits.lines;
	#charactersLeft = limits.characters;
	#isCut = false;
	/** Inside a summary or a row of a table, everything is on one line. */
	#isOnOneLine = false;

	constructor(tokens: readonly Token[]) {
		this.#tokens = tokens;
	}

	get isCut(): boolean {
		return this.#isCut;
	}

	/** Writes the blocks up to the end of the enclosing block. */
	blocks(): readonly string[] {
		const blocks: string[] = [];
		for (;;) {
			const token = this.#tokens[this.#at++];
			if (!token || token.nesting === -1) return blocks.filter((block) => block !== '');
			if (token.type === 'details_open' && token.attrGet('open') === null) blocks.push(this.#summary());
			else blocks.push(token.nesting === 1 ? this.#pair(token) : this.#single(token));
		}
	}

	words(written: string): string {
		const text = visible(written);
		const left = this.#charactersLeft;
		this.#charactersLeft -= Math.min(text.length, left);
		if (text.length <= left) return escapeMarkdown(text);
		this.#isCut = true;
		return `${escapeMarkdown(withoutHalfPair(text.slice(0, left)).replace(/\s+\S{0,30}$/, ''))} …`;
	}

	#pair(token: Token): string {
		const wasOnOneLine = this.#isOnOneLine;
		this.#isOnOneLine ||= /^(?:summary|tr)_open$/.test(token.type);
		const written = this.#contents(token);
		const endsLine = this.#isOnOneLine && !wasOnOneLine;
		this.#isOnOneLine = wasOnOneLine;
		return endsLine ? written.replace(/\n+/g, '<br>') : written;
	}

	#contents(token: Token): string {
		const startsLine = /^(?:paragraph|heading|summary|tr)_open$/.test(token.type);
		const ellipsis = startsLine ? this.#beginLine() : '';
		// Passes over the tokens of the block, even if they are no longer shown.
		const blocks = this.blocks();
		if (ellipsis !== '') return ellipsis;
		switch (token.type) {
			case 'heading_open':
			case 'summary_open':
				return blocks.map((words) => `<strong>${words}</strong>`).join('');
			case 'blockquote_open':
				return indent(blocks.join('\n\n'), '> ', '> ');
			case 'list_item_open':
				return listItem(`${token.info}${token.markup} `, blocks);
			case 'bullet_list_open':
			case 'ordered_list_open':
				return blocks.join('\n');
			case 'tr_open':
				return blocks.join(' \\| ');
			case 'table_open':
			case 'thead_open':
			case 'tbody_open':
			case 'tfoot_open':
				return blocks.join('<br>');
			default:
				return blocks.join('\n\n');
		}
	}

	/** Writes only the summary of closed details. */
	#summary(): string {
		const next = this.#tokens[this.#at];
		let written = '';
		if (next?.type === 'summary_open') {
			this.#at++;
			written = this.#pair(next);
		} else if (!this.#isCut) written = this.#beginLine() || '<strong>Details</strong>';
		for (let depth = 1; depth > 0 && this.#at < this.#tokens.length; this.#at++)
			depth += this.#tokens[this.#at]?.nesting ?? 0;
		return this.#isCut ? written : `${written} …`;
	}

	#single(token: Token): string {
		if (token.type === 'inline') return this.#inline(token.children ?? []);
		// Omit a horizontal rule: it would look like one of the hover's own.
		return token.type === 'fence' || token.type === 'code_block' ? this.#code(token) : '';
	}

	#inline(tokens: readonly Token[]): string {
		let written = '';
		const ends: string[] = [];
		for (const { type, nesting, content, children } of tokens) {
			if (this.#isCut) break;
			const tag = tags.get(type.replace(/_(?:open|close)$/, ''));
			if (tag !== undefined && nesting === 1) {
				written += `<${tag}>`;
				ends.push(`</${tag}>`);
			} else if (tag !== undefined) {
				const end = ends.pop() ?? '';
				const start = `<${tag}>`;
				written = written.endsWith(start) ? written.slice(0, -start.length) : written + end;
			} else if (type === 'softbreak' || type === 'hardbreak') {
				written += `${type === 'hardbreak' ? '<br>' : ' '}${this.#beginLine()}`;
			} else {
				const words = this.words(type === 'image' ? plainText(children ?? []) : content);
				written += type === 'code_inline' ? `<code>${words}</code>` : words;
			}
		}
		return `${written}${ends.reverse().join('')}`.trim();
	}

	#code({ content, info }: Token): string {
		if (content.trim() === '') return '';
		const ellipsis = this.#beginLine();
		if (ellipsis !== '') return ellipsis;
		// `#beginLine` has counted the first of these lines.
		const all = visible(content).replace(/\n$/, '').split('\n');
		const lines = all.slice(0, Math.min(limits.codeLines, this.#linesLeft + 1));
		this.#linesLeft -= lines.length - 1;
		let code = lines.join('\n');
		if (code.length > this.#charactersLeft) {
			code = `${withoutHalfPair(code.slice(0, this.#charactersLeft))} …`;
			this.#isCut = true;
		} else if (lines.length < all.length) {
			code += '\n…';
			this.#isCut = this.#linesLeft === 0;
		}
		this.#charactersLeft -= Math.min(code.length, this.#charactersLeft);
		// A fence is only a fence at the beginning of a line.
		if (this.#isOnOneLine) return `<code>${code.split('\n').map(escapeMarkdown).join('<br>')}</code>`;
		const language = /^[\w+#.-]{1,30}/.exec(info.trim())?.[0].toLowerCase() ?? '';
		const [longest = ''] = (code.match(/`+/g) ?? []).sort((one, other) => other.length - one.length);
		const fence = '`'.repeat(Math.max(3, longest.length + 1));
		return `${fence}${language}\n${code}\n${fence}`;
	}

	/** Begins a line. Returns an ellipsis the first time that a limit is exceeded, otherwise an empty text. */
	#beginLine(): string {
		if (this.#isCut) return '';
		if (this.#linesLeft > 0 && this.#charactersLeft > 0) {
			this.#linesLeft--;
			return '';
		}
		this.#isCut = true;
		return '…';
	}
}

/** Drops half of a surrogate pair at the end. */
const withoutHalfPair = (cut: string): string => cut.replace(/[\ud800-\udbff]$/, '');

/** A list item. Omits the blank line before a nested list where Markdown allows it, to keep the list compact. */
function listItem(mark: string, blocks: readonly string[]): string {
	const [first = '', ...rest] = blocks;
	const task = first.replace(/^\\\[([ xX])\\\] (?=\S)/, '[$1] ');
	const content = rest.reduce(
		(text, block) => `${text}${/^(?:[-*+]|1[.)]) /.test(block) ? '\n' : '\n\n'}${block}`,
		task,
	);
	return indent(content, mark, ' '.repeat(mark.length));
}

/** Prefixes the first line with `first` and the others with `rest`; empty for an empty text. */
function indent(text: string, first: string, rest: string): string {
	if (text === '') return '';
	return text
		.split('\n')
		.map((line, index) => (index === 0 ? first : rest) + line)
		.map((line) => line.replace(/ +$/, ''))
		.join('\n');
}
