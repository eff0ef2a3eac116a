import { decodeBytes, decodeQuotedPrintable } from './encodings.ts';

/** Headers by lower-case name. A name can occur several times. */
export type Headers = ReadonlyMap<string, readonly string[]>;

const headerLimit = 65_536;

const deepest = 5;
const maxParts = 50;

/** Splits a mail or one of its parts into headers and body. Text that does not start like a header is all body. */
export function splitHeaders(text: string): { readonly headers: Headers; readonly body: string } {
	const start = /^From [^\r]*\r\n/.exec(text)?.[0].length ?? 0;
	if (!/^[!-9;-~]+[ \t]*:/.test(text.slice(start, start + 1000))) {
		return { headers: new Map(), body: text.replace(/^\r\n/, '') };
	}
	const blank = text.indexOf('\r\n\r\n', start);
	const block = text.slice(start, blank === -1 ? undefined : blank);
	const headers = new Map<string, string[]>();
	for (const line of block.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
		const colon = line.indexOf(':');
		if (colon < 1) continue;
		const name = line.slice(0, colon).trim().toLowerCase();
		const value = line.slice(colon + 1, colon + 1 + headerLimit).trim();
		const values = headers.get(name);
		if (values) values.push(value);
		else headers.set(name, [value]);
	}
	return { headers, body: blank === -1 ? '' : text.slice(blank + 4) };
}

const parameter = (header: string, name: string): string | undefined => {
	const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]+)"|([^\\s;"]+))`, 'i').exec(header);
	return found?.[1] ?? found?.[2];
};

interface Part {
	readonly type: string;
	readonly headers: Headers;
	readonly body: string;
}

/** The parts of a mail that have no further parts: the mail itself if it is not multipart. */
function partsOf(headers: Headers, body: string, depth = 0): readonly Part[] {
	const type = headers.get('content-type')?.[0] ?? 'text/plain';
	const boundary = parameter(type, 'boundary');
	if (!/^multipart\//i.test(type) || boundary === undefined) return [{ type, headers, body }];
	if (depth >= deepest) return [];
	return `\r\n${body}`
		.split(`\r\n--${boundary}`, maxParts)
		.slice(1)
		.filter((part) => !part.startsWith('--'))
		.flatMap((part) => {
			const inner = splitHeaders(part.slice(part.indexOf('\r\n') + 2));
			return partsOf(inner.headers, inner.body, depth + 1);
		});
}

const isHtml = (type: string): boolean => /^text\/html/i.test(type);

export const hasHtml = (headers: Headers, body: string): boolean =>
	partsOf(headers, body).some(({ type }) => isHtml(type));

/** The text of a body with its transfer encoding decoded. For a multipart body, all its plain-text parts. */
export const plainText = (headers: Headers, body: string): string =>
	partsOf(headers, body)
		.map(textOf)
		.filter((text) => text !== '')
		.join('\r\n');

function textOf({ type, headers, body }: Part): string {
	if (!/^text\//i.test(type) || isHtml(type)) return '';
	const encoding = headers.get('content-transfer-encoding')?.[0]?.toLowerCase();
	const charset = parameter(type, 'charset') ?? '';
	if (encoding === 'base64') return decodeBytes(Buffer.from(body, 'base64'), charset);
	if (encoding === 'quoted-printable') {
		return decodeBytes(decodeQuotedPrintable(body.replace(/=[ \t]*\r\n/g, '')), charset);
	}
	return body;
}
