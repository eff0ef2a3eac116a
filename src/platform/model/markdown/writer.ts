import { replaceInvisible, visible } from '../../../base/text/invisible-characters.ts';
import { hostOf, isWebAddress, unsupportedAddress } from '../addresses.ts';
import { escapeHtml } from '../escape-html.ts';
import type { Token } from './parser.ts';

/** Code as HTML of `span`s with classes, or undefined for an unknown language. */
export type Highlight = (code: string, language: string) => string | undefined;

/** The tags of pairs that need no special treatment. */
const pairs: ReadonlyMap<string, string> = new Map([
	['blockquote_open', 'blockquote'],
	['strong_open', 'strong'],
	['em_open', 'em'],
	['s_open', 's'],
	['thead_open', 'thead'],
	['tbody_open', 'tbody'],
	['tfoot_open', 'tfoot'],
	['tr_open', 'tr'],
	['del_open', 'del'],
	['ins_open', 'ins'],
	['kbd_open', 'kbd'],
	['sub_open', 'sub'],
	['sup_open', 'sup'],
]);

/** Makes invisible characters in HTML visible. Our own tags contain none. */
const showInvisible = (html: string): string =>
	replaceInvisible(html, (name) => `<span class="invisible-character">${name}</span>`);

/** Escapes text between tags. */
export const textHtml = (text: string): string => showInvisible(escapeHtml(text));

const attribute = (text: string): string => escapeHtml(visible(text));

export const codeHtml = (html: string, label: string): string =>
	`<pre tabindex="0" role="group" aria-label="${attribute(label)}"><code>${html}</code></pre>`;

/** The task marker at the start of a list item. */
const task = /^\[([ xX])\]\s/;

/**
 * Writes tokens as HTML. Every tag and attribute is defined here. Only words, addresses that the parser accepted, and the start number of
 * a list come from the text.
 */
export class HtmlWriter {
	readonly #highlight: Highlight | undefined;
	#images = 0;
	/** The levels of the enclosing headings, so that no level is skipped on the way down. */
	readonly #headings: number[] = [];
	/** The end tags of the open pairs. */
	readonly #ends: string[] = [];
	/** Image buttons to write after the current link or summary, because those cannot contain buttons. Undefined outside of them. */
	#imagesAfter: string | undefined;
	/** A summary is a button, so a link in it is only words. */
	#isInSummary = false;

	constructor(highlight?: Highlight) {
		this.#highlight = highlight;
	}

	write(tokens: readonly Token[]): { readonly html: string; readonly images: number } {
		const html = tokens.map((token, index) => this.#block(token, index, tokens)).join('');
		return { html, images: this.#images };
	}

	#block(token: Token, index: number, tokens: readonly Token[]): string {
		const next = tokens[index + 1];
		switch (token.type) {
			case 'inline':
				// The words of a task are two tokens after the start of its item, see `isTask`.
				return this.#inlineOf(token, isTask(tokens, index - 2));
			case 'paragraph_open':
				return token.hidden ? '' : '<p>';
			case 'paragraph_close':
				return token.hidden ? '' : '</p>\n';
			case 'heading_open':
				return this.#pair(next?.content === '' ? 'p' : this.#heading(Number(token.tag.slice(1))));
			case 'bullet_list_open':
				return this.#pair('ul');
			case 'ordered_list_open':
				return this.#pair('ol', startOf(token));
			case 'list_item_open':
				return this.#open(isTask(tokens, index) ? '<li class="task">' : '<li>', '</li>\n');
			case 'table_open':
				return this.#open(
					'<div class="table-wrap" tabindex="0" role="group" aria-label="Table"><table>\n',
					'</table></div>\n',
				);
			case 'th_open':
			case 'td_open':
				return this.#pair(isHeading(token, next) ? 'th' : 'td', `${alignment(token)}${spans(token)}`);
			case 'details_open':
				return this.#pair('details', token.attrGet('open') === '' ? ' open' : '');
			case 'summary_open':
				this.#isInSummary = true;
				this.#imagesAfter = '';
				// Without words, screen readers would read nothing.
				return `${this.#pair('summary')}${next?.type === 'summary_close' ? 'Details' : ''}`;
			case 'summary_close':
				this.#isInSummary = false;
				return this.#endWithImages();
			case 'hr':
				return '<hr>\n';
			case 'fence':
			case 'code_block':
				return this.#code(token);
			default:
				return this.#other(token);
		}
	}

	/** The checkbox of a task goes into the item's first paragraph, so that it is on one line with the text. */
	#inlineOf({ children }: Token, isTask: boolean): string {
		const [first, ...rest] = children ?? [];
		if (!first || !isTask) return this.#inline(children ?? []);
		const words = textHtml(first.content.replace(task, ''));
		return `${checkbox(/^\[[xX]/.test(first.content))} ${words}${this.#inline(rest)}`;
	}

	#inline(children: readonly Token[]): string {
		const written = children.map((token, index) => {
			const { type, content } = token;
			if (type === 'text') return textHtml(content);
			if (type === 'softbreak') return '\n';
			if (type === 'hardbreak') return '<br>\n';
			if (type === 'code_inline') return `<code>${textHtml(content)}</code>`;
			if (type === 'link_open') return this.#link(token, children[index + 1]);
			if (type === 'link_close') return this.#isInSummary ? (this.#ends.pop() ?? '') : this.#endWithImages();
			return type === 'image' ? this.#image(token) : this.#other(token);
		});
		return written.join('');
	}

	#link(token: Token, next: Token | undefined): string {
		const reference: unknown = token.meta?.open;
		const address = String(token.attrGet('href') ?? '');
		const target = typeof reference === 'string' ? reference : address;
		if (target === '') return this.#open('', '');
		const shown = unsupportedAddress(address) ?? address;
		// The address comes first, because a title could name another one.
		const lines = [shown, token.attrGet('title') ?? ''].filter((line) => line !== '');
		const title = target === address ? ` title="${attribute(lines.join('\n'))}"` : '';
		// Screen readers ignore a link without text.
		const words = next?.type === 'link_close' ? textHtml(shown) : '';
		if (this.#isInSummary) return this.#open(words, '');
		this.#imagesAfter = '';
		return this.#open(`<a href="#" data-open="${attribute(target)}"${title}>${words}`, '</a>');
	}

	#endWithImages(): string {
		const end = `${this.#ends.pop() ?? ''}${this.#imagesAfter ?? ''}`;
		this.#imagesAfter = undefined;
		return end;
	}

	#image(token: Token): string {
		const src = String(token.attrGet('src') ?? '');
		const alt = plainText(token.children ?? []).trim();
		if (!isWebAddress(src)) return textHtml(alt);
		this.#images++;
		const altAttribute = alt === '' ? '' : ` data-alt="${attribute(alt)}"`;
		const button = `<button type="button" class="image" data-src="${attribute(src)}"${altAttribute}>Show image from ${textHtml(hostOf(src))}</button>`;
		if (this.#imagesAfter === undefined) return alt === '' ? button : `${textHtml(alt)} ${button}`;
		this.#imagesAfter += ` ${button}`;
		return textHtml(alt === '' ? 'Image' : alt);
	}

	#code(token: Token): string {
		const code = token.content.replace(/\n$/, '');
		const language = /^[\w+#.-]{1,30}/.exec(token.info.trim())?.[0].toLowerCase();
		const html = language === undefined ? undefined : this.#highlight?.(code, language);
		const shown = html !== undefined && hasOnlySpans(html) ? showInvisible(html) : textHtml(code);
		return `${codeHtml(shown, 'Code')}\n`;
	}

	/** Headings in a text rank below those of the page: the first one has level 3. */
	#heading(level: number): string {
		while ((this.#headings.at(-1) ?? 0) >= level) this.#headings.pop();
		this.#headings.push(level);
		return `h${Math.min(2 + this.#headings.length, 6)}`;
	}

	#other({ type, nesting, content }: Token): string {
		if (nesting === -1) return this.#ends.pop() ?? '';
		if (nesting === 0) return textHtml(content);
		const name = pairs.get(type);
		return name === undefined ? this.#open('', '') : this.#pair(name);
	}

	#pair(name: string, attributes = ''): string {
		const newline = /^(?:em|strong|s|t[hd]|del|ins|kbd|su[bp])$/.test(name) ? '' : '\n';
		return this.#open(`<${name}${attributes}>`, `</${name}>${newline}`);
	}

	/** Begins a pair with `html`. The token that ends the pair writes `end`. */
	#open(html: string, end: string): string {
		this.#ends.push(end);
		return html;
	}
}

const checkbox = (done: boolean): string =>
	`<input type="checkbox"${done ? ' checked' : ''} disabled aria-label="${done ? 'done' : 'not done'}">`;

/** Whether a task begins at an index: a list item with a paragraph, whose words begin with the marker. */
function isTask(tokens: readonly Token[], index: number): boolean {
	const [item, paragraph, inline] = tokens.slice(Math.max(0, index), index + 3);
	if (item?.type !== 'list_item_open' || paragraph?.type !== 'paragraph_open') return false;
	const first = inline?.children?.[0];
	return first?.type === 'text' && task.test(first.content);
}

function startOf(token: Token): string {
	const start = Number(token.attrGet('start') ?? 1);
	return Number.isSafeInteger(start) && start !== 1 ? ` start="${start}"` : '';
}

function alignment(token: Token): string {
	const [, side] = /^text-align:(center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? [];
	return side === undefined ? '' : ` class="align-${side}"`;
}

/** For screen readers, a cell without words is no heading. */
const isHeading = ({ tag }: Token, next: Token | undefined): boolean =>
	tag === 'th' && next?.type !== 'th_close' && !(next?.type === 'inline' && next.content === '');

function spans(token: Token): string {
	const [columns, rows] = [Number(token.attrGet('colspan') ?? 1), Number(token.attrGet('rowspan') ?? 1)];
	return `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
}

/** Whether highlighted code contains no tags except spans with the highlighter's own classes. */
const hasOnlySpans = (html: string): boolean =>
	!/[<>]/.test(html.replace(/<span class="hljs-[a-z_ -]+">|<\/span>/g, ''));

/** The plain text of inline tokens. */
export function plainText(tokens: readonly Token[]): string {
	return tokens
		.map(({ type, content, children }) => {
			if (type === 'softbreak' || type === 'hardbreak') return ' ';
			return type === 'image' ? plainText(children ?? []) : content;
		})
		.join('');
}
