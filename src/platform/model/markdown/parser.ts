import MarkdownIt from 'markdown-it';
import { isScopedName, linkAddress } from '../addresses.ts';
import { references, type TrackerPath, ticketReference, userReference } from '../references.ts';
import { allowHtml } from './html.ts';
import { findMailAddresses, insertLinks, type LinkRange } from './insert-links.ts';
import { findWebAddresses, webAddress } from './web-addresses.ts';

export type Token = InstanceType<typeof MarkdownIt.Token>;

/** Why a text cannot be formatted. */
export type ParseLimit = 'long' | 'deep' | 'intricate';

/** Thrown for a text that would take too long to format. */
class LimitExceeded extends Error {
	readonly why: ParseLimit;

	constructor(why: ParseLimit) {
		super(`The text is too ${why}.`);
		this.why = why;
	}
}

/** Twice what forges accept (16,384 characters). Quadratic work is still acceptable at this length. */
const longest = 32_768;
/** Even a small table can have very many empty cells. */
const maxTokens = 25_000;
/** The deepest block level. A quote takes one level, a list two. */
const deepest = 40;
/** The deepest nesting of emphasis, which the block level does not count. */
const deepestInline = 40;
/** The total length of the addresses and titles. Many short links can share those of one long definition. */
const maxAddressCharacters = 131_072;
/**
 * The number of times that rules may be tried; ordinary text needs about one trial per character. A count is deterministic, unlike a time
 * limit.
 */
const trials = (length: number): number => 2000 + 12 * length;

interface ParserOptions {
	/** The base of links without a host. Without it, such a link is not a link. */
	readonly base?: string;
	/** The tracker of the text, for references in it. Without it, references are not looked for. */
	readonly currentTracker?: TrackerPath;
	/** The caller needs only the text: all link addresses are empty, so none is checked. */
	readonly wordsOnly?: true;
}

export type Parse = (text: string) => readonly Token[] | ParseLimit;

/**
 * Parses Markdown to tokens in bounded time. The only links in the result are addresses of `linkAddress`, in `href`, and references, in
 * `meta.open`. An empty `href` is not a link.
 */
export function parser({ base, currentTracker, wordsOnly }: ParserOptions): Parse {
	const md = new MarkdownIt({ html: false, typographer: false, maxNesting: 100 });
	// Markdown-it validates each address right after it has normalized it, so `isValid` is about that address. One that was written empty is
	// valid: `[a](<>)` then shows only its text, like `[a]()`.
	let isValid = false;
	md.normalizeLink = (written) => {
		const address = wordsOnly ? '' : linkAddress(written, base);
		isValid = wordsOnly ? !isScopedName(written) : written === '' || address !== undefined;
		return address ?? '';
	};
	md.validateLink = () => isValid;
	md.normalizeLinkText = (written) => written;
	// In place of the rule of Markdown-it, which finds other addresses than there are in plain texts.
	md.inline.ruler.at('linkify', webAddress);

	let trialsLeft = 0;
	const countTrial = () => {
		if (trialsLeft-- <= 0) throw new LimitExceeded('intricate');
		return false;
	};
	md.inline.ruler.before('text', 'trials', countTrial);
	const everywhere = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
	md.block.ruler.before(
		'table',
		'trials',
		({ level }) => {
			if (level > deepest) throw new LimitExceeded('deep');
			return countTrial();
		},
		everywhere,
	);
	md.core.ruler.after('block', 'tokens', ({ tokens }) => {
		if (tokens.length > maxTokens) throw new LimitExceeded('intricate');
	});
	allowHtml(md, () => {
		throw new LimitExceeded('deep');
	});
	const finders = [
		findWebAddresses,
		findMailAddresses,
		...(currentTracker ? [(text: string) => findReferences(text, currentTracker)] : []),
	];
	if (!wordsOnly) {
		md.core.ruler.after('linkify', 'found-links', ({ tokens }) => {
			for (const token of tokens) {
				if (token.children) token.children = finders.reduce(insertLinks, token.children);
			}
		});
	}
	md.core.ruler.push('sizes', ({ tokens }) => {
		let addressCharacters = 0;
		for (const token of tokens.flatMap(({ children }) => children ?? [])) {
			if (token.level > deepestInline) throw new LimitExceeded('deep');
			for (const [, value] of token.attrs ?? []) addressCharacters += String(value).length;
		}
		if (addressCharacters > maxAddressCharacters) throw new LimitExceeded('intricate');
	});

	return (text) => {
		if (text.length > longest) return 'long';
		trialsLeft = trials(text.length);
		try {
			return md.parse(text, {});
		} catch (error) {
			if (error instanceof LimitExceeded) return error.why;
			throw error;
		}
	};
}

/** Finds tickets and users. */
function findReferences(text: string, currentTracker: TrackerPath): readonly LinkRange[] {
	if (!/[#~]/.test(text)) return [];
	return references(text, [], currentTracker).flatMap(({ start, end, target }) => {
		if (target.kind !== 'ticket' && target.kind !== 'user') return [];
		const reference = target.kind === 'ticket' ? ticketReference(target) : userReference(target.user);
		return [{ start, end, open: { attrs: null, meta: { open: reference } } }];
	});
}
