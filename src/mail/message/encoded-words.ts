import { append } from '../../base/collections.ts';
import type { ParseWarning } from '../text/parse-warnings.ts';
import { decodeParts } from './charset.ts';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts';

/**
 * `=?charset?encoding?text?=`. Spaces in the text and question marks at its end are not allowed, but mail programs write them. The
 * pattern is matched at one place only, and stops at the next question mark, so a header takes linear time.
 */
const wordPattern = /=\?([^?\s=]{1,80})\?([bq])\?([^?]*\?*)\?=/iy;

/** Encoded words of one charset, with nothing but white space between them. */
interface Run {
	readonly charset: string;
	readonly parts: (Uint8Array | string)[];
}

/** Decodes the encoded words of a header (RFC 2047). What is malformed stays as written. */
export function decodeWords(value: string, warnings: Set<ParseWarning>): string {
	let at = value.indexOf('=?');
	let text = '';
	let run: Run | undefined;
	/** The end of what has been written to `text`, or of the last word of `run`. */
	let end = 0;
	const finishRun = () => {
		if (run) text += decodeRun(run, warnings);
		run = undefined;
	};
	for (; at !== -1; at = value.indexOf('=?', at)) {
		wordPattern.lastIndex = at;
		const [word = '', charset = '', encoding = '', encoded = ''] = wordPattern.exec(value) ?? [];
		const parts = word === '' ? undefined : decodeWord(encoding, encoded);
		if (parts === undefined) {
			if (word !== '') warnings.add('encoding-malformed');
			at += 2;
			continue;
		}
		const between = value.slice(end, at);
		const isAdjacent = run !== undefined && between.trim() === '';
		if (isAdjacent && run?.charset === charset.toLowerCase()) append(run.parts, parts);
		else {
			finishRun();
			if (!isAdjacent) text += between;
			run = { charset: charset.toLowerCase(), parts: [...parts] };
		}
		at += word.length;
		end = at;
	}
	finishRun();
	return text + value.slice(end);
}

function decodeWord(encoding: string, encoded: string): readonly (Uint8Array | string)[] | undefined {
	if (encoding.toLowerCase() === 'q') return decodeQuotedPrintable(encoded.replaceAll('_', ' ')).parts;
	const { bytes, isMalformed } = decodeBase64(encoded);
	return isMalformed ? undefined : [bytes];
}

/** Decodes the words together, because mail programs split characters between words. The result has no line breaks. */
function decodeRun({ charset, parts }: Run, warnings: Set<ParseWarning>): string {
	const { text, isKnown } = decodeParts(parts, charset);
	if (!isKnown) warnings.add('charset-unknown');
	return text.replace(/[\0\r\n]/g, ' ');
}
