import type { Here, Places } from '../references.ts';
import { count } from '../words.ts';
import { type Parse, parser, type Refusal } from './parser.ts';
import { codeHtml, type Highlight, textHtml, Writer } from './writer.ts';

interface Rendered {
	/**
	 * Safe to be put into a page. Links are `<a href="#" data-open="…">` (see `opened`), images buttons with `data-src`
	 * and `data-alt`; nothing in it is fetched, and nothing in it leads anywhere by itself.
	 */
	readonly html: string;
	/** How many images it has that could be shown. */
	readonly images: number;
}

export type Render = (text: string) => Rendered;

interface RendererOptions {
	/** The addresses of the instance where the texts stand. */
	readonly places: Places;
	/** The tracker in which they stand. */
	readonly here: Here;
	readonly highlight?: Highlight;
}

/** How many texts are remembered as HTML: a page is drawn again with each event. */
const remembered = 1000;

/** From the Markdown of people to the HTML of a page. The same text is rendered once. */
export function renderer({ places, here, highlight }: RendererOptions): Render {
	const base = places.trackers?.replace(/\/*$/, `/${here.owner}/${here.tracker}/`);
	const parse = parser({ here, ...(base !== undefined && { base }) });
	const known = new Map<string, Rendered>();
	return (text) => {
		let rendered = known.get(text);
		if (rendered) return rendered;
		rendered = render(text, parse, highlight);
		const [oldest] = known.keys();
		if (known.size >= remembered && oldest !== undefined) known.delete(oldest);
		known.set(text, rendered);
		return rendered;
	};
}

function render(text: string, parse: Parse, highlight: Highlight | undefined): Rendered {
	const tokens = parse(text);
	return typeof tokens === 'string' ? asWritten(text, tokens) : new Writer(highlight).write(tokens);
}

/** Longer than this no text is put into a page. */
const longest = 131_072;

function asWritten(text: string, why: Refusal): Rendered {
	const said = `This text is too ${why} to be formatted, and is shown as it was written.`;
	const rest = text.length - longest;
	const cut = rest > 0 ? ` Its last ${count(rest, 'character')} are not shown.` : '';
	const shown = textHtml(text.slice(0, longest));
	return {
		html: `<p class="aside-text">${said}${cut}</p>\n${codeHtml(shown, 'Text as it was written')}\n`,
		images: 0,
	};
}
