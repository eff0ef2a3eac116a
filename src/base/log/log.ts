export type Level = 'error' | 'warn' | 'info' | 'debug';

export interface LogRecord {
	readonly level: Level;
	/** The areas that the record belongs to, such as `[api] `. */
	readonly prefix: string;
	/** At run time, also the message can be of any type. */
	readonly message: string;
	readonly details: readonly unknown[];
}

export type WriteRecord = (record: LogRecord) => void;

/** Writes one record per call. Never throws, because logging must not fail the code that logs. */
export class Log {
	readonly #write: WriteRecord;
	readonly #prefix: string;

	constructor(write: WriteRecord, prefix = '') {
		this.#write = write;
		this.#prefix = prefix;
	}

	child(area: string): Log {
		return new Log(this.#write, `${this.#prefix}[${area}] `);
	}

	error(message: string, ...details: unknown[]): void {
		this.#record('error', message, details);
	}

	warn(message: string, ...details: unknown[]): void {
		this.#record('warn', message, details);
	}

	info(message: string, ...details: unknown[]): void {
		this.#record('info', message, details);
	}

	debug(message: string, ...details: unknown[]): void {
		this.#record('debug', message, details);
	}

	#record(level: Level, message: string, details: readonly unknown[]): void {
		try {
			this.#write({ level, prefix: this.#prefix, message, details });
		} catch {
			// For example because the output channel is closed. There is no place left to report that.
		}
	}
}
