import { percentEncode } from '../../base/text/percent-encode.ts';

/** The query fields of a `mailto:` address that may be passed to a mail program. Some programs attach files named in other fields. */
const mailFields = new Set(['subject', 'body', 'cc', 'in-reply-to']);

/**
 * Returns the normalized address if it is safe to open, otherwise undefined. Only web and mail addresses are safe, and only without a
 * user name before the host, which could be mistaken for the host. Every parser reads the normalized address the same way.
 */
export function safeAddress(text: string): string | undefined {
	if (!/^(?:https?:\/\/[^/\\]|mailto:[^/\\])/i.test(text)) return undefined;
	const url = URL.parse(encodeBackslashes(text));
	if (url?.protocol === 'mailto:') {
		const fields = url.search.slice(1).split('&');
		const kept = fields.filter((field) => mailFields.has(field.replace(/=.*/s, '').toLowerCase()));
		url.search = kept.join('&');
		url.hash = '';
		return url.pathname === '' ? undefined : url.href;
	}
	if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
	return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Whether a link or reference is the address of a web page. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text);

/** In Markdown, a backslash in an address is a character of a name. Browsers would read it as a slash. */
const encodeBackslashes = (address: string): string => address.replaceAll('\\', '%5C');

/** Marks the address of a link that Tildeforge shows but does not open. */
const unsupportedMark = 'unsupported:';
const unsupportedScheme = /^(?!(?:https?|mailto):)[a-z][a-z\d+.-]{1,31}:(?!:)/i;

/** Whether a text is a name such as `std::string`, which looks like an address with a scheme. */
export const isScopedName = (text: string): boolean => /^[a-z][\w+.-]*::/i.test(text);

/** Marks an address that is shown but never opened. Characters that are not printable ASCII are encoded. */
const markUnsupported = (address: string): string =>
	unsupportedMark + address.replace(/[^!-~]+/g, percentEncode);

/** The address that `linkAddress` has marked as one that is not opened, without the mark; otherwise undefined. */
export const unsupportedAddress = (link: string): string | undefined =>
	link.startsWith(unsupportedMark) ? link.slice(unsupportedMark.length) : undefined;

/**
 * The target of a link in a text shown on the page `base`. A link to an anchor has an empty one, because a text on a page has no anchors.
 * `//host` has the scheme of `base`; a link without a host must stay on its origin. An address of a scheme that is not opened is marked
 * (see `unsupportedAddress`).
 */
export function linkAddress(written: string, base: string | undefined): string | undefined {
	if (unsupportedScheme.test(written)) return markUnsupported(written);
	if (/^[a-z][a-z\d+.-]*:/i.test(written)) return safeAddress(written);
	if (written.startsWith('#')) return '';
	const page = URL.parse(base ?? '');
	if (page === null || /^(?:$|[\p{Cc}\s])/u.test(written)) return undefined;
	if (/^[/\\]{2}/.test(written)) return safeAddress(page.protocol + written);
	const url = URL.parse(encodeBackslashes(written), base);
	return url?.origin === page.origin ? safeAddress(url.href) : undefined;
}

/** The host of an address, with its port if it is not the default one. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';
