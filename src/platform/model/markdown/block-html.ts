import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import { beginsBlock, type HtmlTag, splitAtTags } from './html-tags.ts';
import { OpenElements } from './open-elements.ts';

const blockType = 'html_lines';

/** A rule for lines that begin with an allowed tag. As in CommonMark, they end at an empty line. `pairBlockTags` reads them. */
export function blockHtml(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const lineAt = (line: number) =>
		state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
	const indentOf = (line: number) => (state.sCount[line] ?? 0) - state.blkIndent;
	if (indentOf(startLine) >= 4 || !beginsBlock(lineAt(startLine))) return false;
	if (silent) return true;
	let end = startLine + 1;
	while (end < endLine && indentOf(end) >= 0 && !state.isEmpty(end)) end++;
	state.line = end;
	const token = state.push(blockType, '', 0);
	token.content = state.getLines(startLine, end, state.blkIndent, false);
	return true;
}

/** The elements that a part of a table can be in. */
const parents: ReadonlyMap<string, readonly string[]> = new Map([
	['thead', ['table']],
	['tbody', ['table']],
	['tfoot', ['table']],
	['tr', ['thead', 'tbody', 'tfoot', 'table']],
	['th', ['tr']],
	['td', ['tr']],
]);
/** Elements that contain nothing but parts of a table. */
const tableContainers: readonly string[] = ['table', 'thead', 'tbody', 'tfoot', 'tr'];

/** A summary is a button, so it contains only words: any other block of Markdown ends it, and tags in it are text. */
const fitsInSummary: readonly string[] = ['paragraph_open', 'heading_open', 'inline'];

/**
 * Replaces blocks of HTML by tokens like those of Markdown. Elements that are not closed end where the Markdown around them ends. Tags
 * that fit nowhere are text, and a table ends before what is not a part of it.
 */
export function pairBlockTags(tokens: readonly Token[], throwTooDeep: () => never): Token[] {
	const pairing = new BlockPairing(throwTooDeep);
	for (const token of tokens) pairing.add(token);
	return pairing.end();
}

class BlockPairing {
	readonly #open: OpenElements;
	readonly #written: Token[] = [];
	/** The text since the last token that was written. */
	#text = '';

	constructor(throwTooDeep: () => never) {
		this.#open = new OpenElements(throwTooDeep);
	}

	add(token: Token): void {
		if (token.type === blockType) {
			for (const part of splitAtTags(token.content)) {
				if (typeof part === 'string') this.#addText(part);
				else if (part.isEnd) this.#addEnd(part);
				else this.#addStart(part);
			}
			this.#writeText();
			return;
		}
		if (token.nesting === -1) this.#writeEnds(this.#open.closeContainer());
		else {
			this.#leaveTable();
			if (!fitsInSummary.includes(token.type)) this.#leaveSummary();
		}
		if (token.nesting === 1) this.#open.openContainer();
		this.#written.push(token);
	}

	end(): Token[] {
		this.#writeEnds(this.#open.close(Infinity));
		return this.#written;
	}

	#addText(text: string): void {
		this.#leaveTable();
		this.#text += text;
	}

	#addStart({ name, attributes, source }: HtmlTag): void {
		const { elements } = this.#open;
		const allowedIn = parents.get(name);
		if (allowedIn) {
			const at = elements.findIndex((element) => allowedIn.includes(element));
			if (at === -1 || !elements.slice(0, at).every((element) => parents.has(element))) {
				this.#addText(source);
				return;
			}
			this.#close(at);
		} else if (elements.includes('summary') || (name === 'summary' && !this.#canStartSummary())) {
			this.#addText(source);
			return;
		} else this.#leaveTable();
		this.#writeText();
		this.#open.open(name);
		const token = new MarkdownIt.Token(`${name}_open`, name, 1);
		for (const attribute of attributes) token.attrPush([...attribute]);
		this.#written.push(token);
	}

	#addEnd({ name, source }: HtmlTag): void {
		const { elements } = this.#open;
		const at = elements.indexOf(name);
		if (at !== -1) this.#close(at + 1);
		// A block may have ended the summary before its end tag.
		else if (name !== 'summary' || !elements.includes('details')) this.#addText(source);
	}

	/** Whether a summary can begin: it is the first thing in `details`. */
	#canStartSummary(): boolean {
		return this.#written.at(-1)?.type === 'details_open' && this.#text === '';
	}

	#leaveTable(): void {
		const at = this.#open.elements.findIndex((element) => !tableContainers.includes(element));
		this.#close(at === -1 ? this.#open.elements.length : at);
	}

	#leaveSummary(): void {
		this.#close(this.#open.elements.indexOf('summary') + 1);
	}

	/** Closes the innermost elements. The index of an element among `elements` says how many are inside it. */
	#close(count: number): void {
		if (count === 0) return;
		this.#writeText();
		this.#writeEnds(this.#open.close(count));
	}

	#writeEnds(names: readonly string[]): void {
		for (const name of names) this.#written.push(new MarkdownIt.Token(`${name}_close`, name, -1));
	}

	#writeText(): void {
		const text = this.#text.trim();
		this.#text = '';
		if (text === '') return;
		const inline = new MarkdownIt.Token('inline', '', 0);
		Object.assign(inline, { content: text, children: [], meta: { isHtmlText: true } });
		const [element = ''] = this.#open.elements;
		const needsParagraph = !['th', 'td', 'summary'].includes(element);
		if (needsParagraph) this.#written.push(new MarkdownIt.Token('paragraph_open', 'p', 1));
		this.#written.push(inline);
		if (needsParagraph) this.#written.push(new MarkdownIt.Token('paragraph_close', 'p', -1));
	}
}

/** Whether an inline token is text of a block of HTML, in which Markdown has no meaning. */
export const isHtmlText = ({ meta }: Token): boolean => meta?.isHtmlText === true;
