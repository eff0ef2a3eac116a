import { count } from '../../../base/text/numbers.ts';
import type { ServiceAddresses, TrackerPath } from '../references.ts';
import { type Parse, type ParseLimit, parser } from './parser.ts';
import { codeHtml, type Highlight, HtmlWriter, textHtml } from './writer.ts';

interface Rendered {
	/**
	 * Safe HTML for a page. Links are `<a href="#" data-open="…">` (see `resolveReference`), images are buttons with `data-src` and
	 * `data-alt`. Nothing in it is fetched, and no link navigates by itself.
	 */
	readonly html: string;
	/** The number of images that could be shown. */
	readonly images: number;
}

export type Render = (text: string) => Rendered;

interface RendererOptions {
	/** The addresses of the instance that the texts come from. */
	readonly addresses: ServiceAddresses;
	/** The tracker that the texts belong to. */
	readonly currentTracker: TrackerPath;
	readonly highlight?: Highlight;
}

/** The number of rendered texts to cache: a page is redrawn for each event. */
const maxCached = 1000;

/** Renders users' Markdown to HTML for a page. The same text is rendered once. */
export function renderer({ addresses, currentTracker, highlight }: RendererOptions): Render {
	const base = addresses.trackers?.replace(/\/*$/, `/${currentTracker.owner}/${currentTracker.tracker}/`);
	const parse = parser({ currentTracker, ...(base !== undefined && { base }) });
	const cache = new Map<string, Rendered>();
	return (text) => {
		let rendered = cache.get(text);
		if (rendered) return rendered;
		rendered = render(text, parse, highlight);
		const [oldest] = cache.keys();
		if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
		cache.set(text, rendered);
		return rendered;
	};
}

function render(text: string, parse: Parse, highlight: Highlight | undefined): Rendered {
	const tokens = parse(text);
	return typeof tokens === 'string' ? renderSource(text, tokens) : new HtmlWriter(highlight).write(tokens);
}

/** The longest unformatted text to put into a page. */
const longest = 131_072;

function renderSource(text: string, why: ParseLimit): Rendered {
	const notice = `This text is too ${why} to be formatted, so it is shown as plain text.`;
	const rest = text.length - longest;
	const cut = rest > 0 ? ` Its last ${count(rest, 'character')} are not shown.` : '';
	const shown = textHtml(text.slice(0, longest));
	return {
		html: `<p class="aside-text">${notice}${cut}</p>\n${codeHtml(shown, 'Plain text')}\n`,
		images: 0,
	};
}
