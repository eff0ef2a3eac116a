import { format } from './format.ts';
import { pattern } from './pattern.ts';
import type { Secrets } from './secrets.ts';

export type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Where lines go. */
export interface Sink {
	/** Whether the sink keeps lines of this level. Lines that it does not keep are not formatted. */
	wants?(level: Level): boolean;
	write(level: Level, line: string): void;
}

/** Maximum length of one record, without the marker of a cut. */
const limit = 8000;

/**
 * Writes one record per call, with secrets masked whatever the arguments are. Never throws, because logging must not fail
 * the code that logs. Indents all lines of a record but the first, and escapes characters that could move the cursor or reorder
 * the text (`\u001b`), so that text from a server cannot pass for a separate record.
 */
export class Log {
	readonly #sink: Sink;
	readonly #secrets: Secrets;
	readonly #prefix: string;

	constructor(sink: Sink, secrets: Secrets, prefix = '') {
		this.#sink = sink;
		this.#secrets = secrets;
		this.#prefix = prefix;
	}

	child(area: string): Log {
		return new Log(this.#sink, this.#secrets, `${this.#prefix}[${area}] `);
	}

	error(message: string, ...details: unknown[]): void {
		this.#write('error', message, details);
	}

	warn(message: string, ...details: unknown[]): void {
		this.#write('warn', message, details);
	}

	info(message: string, ...details: unknown[]): void {
		this.#write('info', message, details);
	}

	debug(message: string, ...details: unknown[]): void {
		this.#write('debug', message, details);
	}

	trace(message: string, ...details: unknown[]): void {
		this.#write('trace', message, details);
	}

	#write(level: Level, message: string, details: unknown[]): void {
		try {
			if (this.#sink.wants?.(level) === false) return;
			this.#sink.write(level, this.#record(message, details));
		} catch {
			// The sink has failed, for example because its output channel is closed. There is no place left to report that.
		}
	}

	/**
	 * Masks at three points: each string before it is escaped or cut (in `format`), the whole record before it is cut, and the
	 * cut record with its marker, because the cut may form a secret.
	 */
	#record(message: string, details: unknown[]): string {
		let clean: string | undefined;
		const redact = (text: string) => {
			// Most records contain no secret, so later calls get the same text again.
			if (text === clean) return text;
			const masked = this.#secrets.redact(text);
			if (masked === text) clean = text;
			return masked;
		};
		let text = this.#prefix + format(message, redact);
		for (const detail of details) {
			if (text.length > limit) break;
			const part = format(detail, redact);
			text += (part.includes('\n') ? '\n' : ' ') + part;
		}
		const record = redact(escapeControls(text));
		if (record.length <= limit) return record;
		return redact(`${record.slice(0, limit)}… (${record.length - limit} more characters)`);
	}
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
