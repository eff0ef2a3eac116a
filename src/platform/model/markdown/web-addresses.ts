import type { StateInline } from 'markdown-it';
import { safeAddress } from '../addresses.ts';
import { trimPunctuation } from '../references.ts';
import type { LinkRange } from './insert-links.ts';

/** Web addresses with a scheme or `www.`, and `mailto:`, as a user writes them between words. */
const rest = String.raw`[^\s<>"\x60]`;
const host = String.raw`(?:\[[\da-f:.]{2,45}\]|[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{So}_.-]{0,252}(?![\p{L}\p{M}\p{N}_-]|://))`;
/** A user name before the host could be mistaken for the host. */
const noUser = String.raw`(?![^\s/?#<>]{0,300}@)`;
const pattern =
	String.raw`(?<![A-Za-z\d.+-])(?:(?:https?://|(?<![/@_:~&=#%?])(?=www\.[\p{L}\p{N}-]{1,63}\.\p{L}))${noUser}` +
	String.raw`${host}(?::\d{1,5}(?!\d))?(?:[/?#]${rest}{0,4000})?|mailto:[^\s<>"\x60@]{1,100}@${rest}{1,1000})`;
const addressHere = new RegExp(pattern, 'iuy');
/** Where an address can begin, which is much faster to find than a whole address. */
const beginnings = /https?:\/\/|www\.|mailto:/gi;

function addressAt(text: string, index: number): string {
	addressHere.lastIndex = index;
	return addressHere.exec(text)?.[0] ?? '';
}

/** As in Markdown on other forges, an address with `www.` has no encryption until the server says so. */
const withScheme = (written: string): string => (/^www/i.test(written) ? `http://${written}` : written);

/** Finds the first addresses in a plain text. Reasons: docs/decisions/web-addresses.md. */
export function findWebAddresses(
	text: string,
	most = Infinity,
): readonly (LinkRange & { readonly address: string })[] {
	const found = [];
	let end = 0;
	for (const { index: start } of text.matchAll(beginnings)) {
		// The punctuation after an address can be followed by another one.
		if (start < end) continue;
		const written = trimPunctuation(addressAt(text, start));
		const address = safeAddress(withScheme(written));
		if (address === undefined) continue;
		end = start + written.length;
		const attrs: [string, string][] = [['href', address]];
		if (found.push({ start, end, address, open: { attrs, meta: null } }) === most) break;
	}
	return found;
}

/**
 * A rule for an address with a scheme, which comes before those for emphasis, because an address can contain marks of emphasis. As on
 * other forges, an escaped character or an entity stands for its character, and one of `<`, `>` and `"` ends the address.
 */
export function webAddress(state: StateInline, silent: boolean): boolean {
	const { src, pos, posMax, pending, linkLevel, md } = state;
	if (src[pos] !== ':' || linkLevel > 0) return false;
	const [scheme] = /(?:https?|mailto)$/i.exec(pending) ?? [];
	if (scheme === undefined) return false;
	const start = pos - scheme.length;
	const here = addressAt(src, start).slice(0, posMax - start);
	const cut = here.replace(/&(?:lt|gt|quot|#34|#6[02]|#x(?:22|3[ce]));.*/is, '');
	const source = trimPunctuation(cut.replace(/&[a-z\d]+;$/i, ''));
	if (source.length <= scheme.length) return false;
	const written = md.utils.unescapeAll(source);
	const address = md.normalizeLink(written);
	if (!md.validateLink(address)) return false;
	state.pos = start + source.length;
	if (silent) return true;
	state.pending = pending.slice(0, -scheme.length);
	state.push('link_open', 'a', 1).attrs = [['href', address]];
	state.push('text', '', 0).content = written;
	state.push('link_close', 'a', -1);
	return true;
}
