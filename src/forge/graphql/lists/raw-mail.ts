/**
 * Decodes a mail as REST does: what is UTF-8 becomes text, and transfer encodings stay. Of a mail that is not UTF-8 as a whole, each line that is
 * not UTF-8 is in the charset that the mail names. Other lines, such as those of another file in a patch, may still be UTF-8.
 */
export function decodeMail(bytes: Uint8Array): string {
	const whole = decodeUtf8(bytes);
	if (whole !== undefined) return whole;
	const decoder = namedDecoder(Buffer.from(bytes).toString('latin1'));
	const decodeLine = (line: Uint8Array) => decodeUtf8(line) ?? decoder.decode(line);
	return linesOf(bytes).map(decodeLine).join('');
}

const charset = /^content-type:(?:[^\n]|\n[ \t])*?;\s*charset[ \t]*=[ \t]*"?([\w.:-]+)/gim;
/** Charsets that cannot apply to a line that is not UTF-8. A mail cannot be UTF-16. */
const cannotDecodeLine = (name: string): boolean => /ascii|^utf-?(?:8|16)/.test(name);

/** Decodes what the only charset of a mail encodes. Without one, each byte is a character. */
function namedDecoder(mail: string): TextDecoder {
	const names = new Set([...mail.matchAll(charset)].map(([, name = '']) => name.toLowerCase()));
	const [name = 'windows-1252', other] = [...names].filter((one) => !cannotDecodeLine(one));
	try {
		return new TextDecoder(other === undefined ? name : 'windows-1252');
	} catch {
		return new TextDecoder('windows-1252');
	}
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

const newline = 10;

/** The lines, each with its line break. */
function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
	const lines: Uint8Array[] = [];
	for (let start = 0; start < bytes.length; ) {
		const at = bytes.indexOf(newline, start);
		const end = at === -1 ? bytes.length : at + 1;
		lines.push(bytes.subarray(start, end));
		start = end;
	}
	return lines;
}

/** Begins each mail in an mbox. In a mail, such a line has a `>` before it. */
const mailboxLine = Buffer.from('From ');
const escapedLine = Buffer.from('>From ');
const statusHeader = /^X-Sourcehut-Patchset-Final:[^\n]*\n/;

const beginsWith = (line: Uint8Array, prefix: Uint8Array) =>
	Buffer.compare(line.subarray(0, prefix.length), prefix) === 0;

/**
 * The mails of an mbox with CRLF, as they were received and as the server sends a single mail. In an mbox, the server writes LF, and an empty
 * line after each mail. A line `>From ` of a mail cannot be told apart from a line `From `.
 */
export function readMbox(bytes: Uint8Array): readonly string[] {
	const mails: Uint8Array[][] = [];
	for (const line of linesOf(bytes)) {
		if (beginsWith(line, mailboxLine)) mails.push([]);
		else mails.at(-1)?.push(beginsWith(line, escapedLine) ? line.subarray(1) : line);
	}
	return mails.map((lines) => {
		const mail = decodeMail(Buffer.concat(lines))
			.replace(statusHeader, '')
			.replace(/\r?\n$/, '');
		// Later lines may end with CRLF because a file does.
		const hasCrlf = /^[^\n]*\r\n/.test(mail);
		return hasCrlf ? mail : mail.replaceAll('\n', '\r\n');
	});
}

/** The Message-ID of a mail, without angle brackets. Undefined if it has none. */
export function messageIdOf(mail: string): string | undefined {
	const [header = ''] = mail.split(/\r?\n\r?\n/, 1);
	return /^Message-ID:\s*<([^<>]+)>/im.exec(header)?.[1]?.trim();
}
