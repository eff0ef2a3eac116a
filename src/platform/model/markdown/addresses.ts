/** What of a mail address's query a mail program may be given; some attach files that are named there. */
const mailFields = new Set(['subject', 'body', 'cc', 'in-reply-to']);

/**
 * The address as it may be opened, or undefined for what must not be: only the web and mail, and nobody's name before
 * the host, which looks like another host. What comes out is the address that every parser reads in the same way.
 */
export function safeAddress(text: string): string | undefined {
	if (!/^(?:https?:\/\/[^/\\]|mailto:[^/\\])/i.test(text)) return undefined;
	const url = URL.parse(text);
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

/** Where a link in a text leads that is shown on the page `base`. A link that names no host stays at the base's. */
export function linkAddress(written: string, base: string | undefined): string | undefined {
	if (/^[a-z][a-z\d+.-]*:/i.test(written)) return safeAddress(written);
	if (base === undefined || /^(?:$|#|[/\\]{2}|[\p{Cc}\s])/u.test(written)) return undefined;
	const url = URL.parse(written, base);
	return url !== null && url.origin === URL.parse(base)?.origin ? safeAddress(url.href) : undefined;
}

/** The host of an address, as people know it. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';
