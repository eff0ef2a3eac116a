import { Masker } from '../masking/masker.ts';
import type { Secrets } from '../secrets.ts';
import { pattern } from '../text/pattern.ts';
import { format } from './format.ts';
import type { Level, LogRecord, WriteRecord } from './log.ts';

/** The destination of log lines. */
export interface Sink {
	/** Whether the sink keeps lines of this level. Lines that it does not keep are not formatted. */
	wants?(level: Level): boolean;
	write(level: Level, line: string): void;
}

/** Maximum length of one record, without the marker of a cut. */
const limit = 8000;

/**
 * Returns a function that writes the records of a log to a sink, with all secrets masked. It indents all lines of a record but the
 * first, and escapes characters that could move the cursor or reorder the text (`\u001b`), so that text from a server cannot
 * pass for a separate record.
 */
export function createRecordWriter(sink: Sink, secrets: Secrets): WriteRecord {
	const masker = new Masker(secrets);
	return (record) => {
		if (sink.wants?.(record.level) !== false) sink.write(record.level, lineOf(record, masker));
	};
}

/**
 * Masks at three points: each string before it is escaped or cut (in `format`), the whole record before it is cut, and the
 * cut record with its marker, because the cut may form a secret.
 */
function lineOf({ prefix, message, details }: LogRecord, masker: Masker): string {
	let clean: string | undefined;
	const mask = (text: string) => {
		// Most records contain no secret, so later calls get the same text again.
		if (text === clean) return text;
		const masked = masker.mask(text);
		if (masked === text) clean = text;
		return masked;
	};
	// A text is masked together with its prefix: then the whole record need not be searched once more.
	let text = typeof message === 'string' ? format(prefix + message, mask) : prefix + format(message, mask);
	for (const detail of details) {
		if (text.length > limit) break;
		const part = format(detail, mask);
		text += (part.includes('\n') ? '\n' : ' ') + part;
	}
	const line = mask(escapeControls(text));
	if (line.length <= limit) return line;
	return mask(`${line.slice(0, limit)}… (${line.length - limit} more characters)`);
}

const controls = pattern(String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`, 'gu');

function escapeControls(text: string): string {
	// Most records are one line of plain ASCII.
	if (/^[\x20-\x7e]*$/.test(text)) return text;
	return text.replaceAll('\r\n', '\n').replace(controls(), escapeCharacter).replaceAll('\n', '\n    ');
}

function escapeCharacter(character: string): string {
	const hex = (character.codePointAt(0) ?? 0).toString(16);
	return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
