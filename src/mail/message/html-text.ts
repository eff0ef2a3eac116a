import { decodeEntities } from '../../base/text/html-entities.ts';

/** Elements whose content is not text to read. */
const hidden = /^<(script|style|title|template)\b/i;
const lineBreak = /^<(br|hr)\b/i;
/** Elements that start on a new line. */
const block =
	/^<\/?(address|article|blockquote|dd|div|dl|dt|footer|form|h[1-6]|header|li|main|ol|p|pre|section|table|tr|ul)\b/i;

/** Enough for the names of the elements above, and for the style of a quote. */
const longestTag = 300;
/** Deeper quotes have no more marks, because each line could have thousands. */
const maxQuotes = 6;
/** Some mail programs indent paragraphs with quotes that have no border. */
const indentation = /border\s{0,3}:\s{0,3}(?:none|0|medium none)\b/i;

/** A plain text of an HTML mail: what is written, line by line. It is not safe HTML, but text. */
export function textOfHtml(html: string): string {
	const writer = new TextWriter();
	/** Where the text starts that is not written yet. */
	let at = 0;
	// After the last `>`, each `<` is a character.
	const lastClose = html.lastIndexOf('>');
	let open = html.indexOf('<');
	while (open !== -1 && open < lastClose) {
		const end = endOfTag(html, open);
		if (end === undefined) {
			open = html.indexOf('<', open + 1);
			continue;
		}
		writer.write(html.slice(at, open));
		const tag = html.slice(open, Math.min(end, open + longestTag));
		const [, name] = hidden.exec(tag) ?? [];
		if (name === undefined) writer.apply(tag);
		at = name === undefined ? end : endOfElement(html, name, end);
		open = html.indexOf('<', at);
	}
	writer.write(html.slice(at));
	return writer.finish();
}

/**
 * The end of a tag or comment. Undefined if the `<` at `open` is a character. A comment that is not closed hides the rest. `<!-->` is an
 * empty one.
 */
function endOfTag(html: string, open: number): number | undefined {
	if (html.startsWith('<!--', open)) {
		const close = html.indexOf('-->', open + 2);
		return close === -1 ? html.length : close + 3;
	}
	return /[a-z/!?]/i.test(html[open + 1] ?? '') ? html.indexOf('>', open) + 1 : undefined;
}

function endOfElement(html: string, name: string, start: number): number {
	const end = new RegExp(`</${name}`, 'gi');
	end.lastIndex = start;
	// The rest of the closing tag is read as a tag without a meaning.
	return end.exec(html)?.index ?? html.length;
}

class TextWriter {
	readonly #lines: string[] = [];
	/** Of the quotes that are open, whether each has marks. */
	readonly #quotes: boolean[] = [];
	#markCount = 0;
	/** Before each line of the quotes that are open. */
	#mark = '';
	#line = '';
	/** Whether `#line` has nothing but white space. */
	#isBlank = true;
	#isPreformatted = false;

	write(text: string): void {
		const [first = '', ...others] = this.#isPreformatted
			? decodeEntities(text).split(/\r?\n/)
			: [decodeEntities(text.replace(/[ \t\r\n\f]+/g, ' '))];
		this.#add(first);
		for (const other of others) {
			this.#breakLine();
			this.#add(other);
		}
	}

	/** Breaks lines as the tag requires. */
	apply(tag: string): void {
		if (lineBreak.test(tag)) this.#breakLine();
		if (!block.test(tag)) return;
		if (!this.#isBlank) this.#breakLine();
		this.#line = '';
		if (/^<\/blockquote\b/i.test(tag)) this.#endQuote();
		const isParagraph = /^<\/?(p|h[1-6]|blockquote|table)\b/i.test(tag);
		if (isParagraph && this.#lines.length > 0 && !this.#isAfterEmpty())
			this.#lines.push(this.#mark.trimEnd());
		if (/^<blockquote\b/i.test(tag)) this.#beginQuote(tag);
		if (/^<pre\b/i.test(tag)) this.#isPreformatted = true;
		if (/^<\/pre\b/i.test(tag)) this.#isPreformatted = false;
	}

	finish(): string {
		if (!this.#isBlank) this.#breakLine();
		while (this.#lines.at(-1) === '') this.#lines.pop();
		return this.#lines.map((line) => `${line}\n`.replaceAll('\u00a0', ' ')).join('');
	}

	#add(text: string): void {
		const isBlank = text.trim() === '';
		if (this.#isPreformatted || !this.#isBlank) this.#line += text;
		// Browsers leave out the spaces at the beginning of a line, but no `&nbsp;`, which indents code.
		else if (!isBlank || text.includes('\u00a0')) this.#line += text.replace(/^ /, '');
		this.#isBlank &&= isBlank;
	}

	/** Plain text has marks before each line of a quote. */
	#beginQuote(tag: string): void {
		const isMarked = !indentation.test(tag);
		this.#quotes.push(isMarked);
		this.#countMarks(Number(isMarked));
	}

	#endQuote(): void {
		// A quoted line without words is no gap between the quote and the text below.
		while (this.#markCount > 0 && this.#isAfterEmpty() && this.#lines.length > 0) this.#lines.pop();
		if (this.#quotes.pop()) this.#countMarks(-1);
	}

	#countMarks(change: number): void {
		this.#markCount += change;
		this.#mark = '> '.repeat(Math.min(maxQuotes, this.#markCount));
	}

	/** Whether the last line has nothing but marks. */
	#isAfterEmpty(): boolean {
		return /^[> ]*$/.test(this.#lines.at(-1) ?? '');
	}

	#breakLine(): void {
		const line = this.#isPreformatted ? this.#line : this.#line.trimEnd();
		this.#lines.push(line === '' ? this.#mark.trimEnd() : this.#mark + line);
		this.#line = '';
		this.#isBlank = true;
	}
}
