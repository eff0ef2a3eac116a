/** The limits of one value in a log line, most in characters. Longer text is cut, with a marker that says how much is missing. */
const limits = { text: 1000, stack: 4000, members: 50, depth: 8, total: 8000 };

/**
 * Formats a value for a log line: a string as it is, an object as compact JSON, an error with its stack, fields, causes and
 * parts. Never throws, and calls no getter of a plain object.
 *
 * Each string goes through `mask` before it is escaped or cut, because half a secret is no longer recognized. The caller must
 * mask the result again, because a secret may also span several strings and the text between them.
 */
export function format(value: unknown, mask: (text: string) => string): string {
	const formatter = new Formatter(mask);
	return typeof value === 'string' ? formatter.cut(value, limits.total) : formatter.value(value);
}

class Formatter {
	readonly #mask: (text: string) => string;
	readonly #ancestors: object[] = [];
	#remaining = limits.total;

	constructor(mask: (text: string) => string) {
		this.#mask = mask;
	}

	value(value: unknown): string {
		if (this.#remaining <= 0) return '…';
		this.#remaining -= 1;
		if (typeof value === 'string') return JSON.stringify(this.cut(value));
		if (typeof value === 'bigint') return this.cut(`${value}n`);
		if (typeof value === 'symbol') return this.cut(String(value));
		if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
		if (this.#ancestors.includes(value)) return '[circular]';
		if (this.#ancestors.length >= limits.depth) return '[…]';
		this.#ancestors.push(value);
		// A proxy may throw on any access.
		const text = tryToRead(() => this.#object(value)) ?? '[unreadable]';
		this.#ancestors.pop();
		return text;
	}

	cut(text: string, limit = limits.text): string {
		const masked = this.#mask(text);
		const shown = masked.slice(0, Math.max(0, Math.min(limit, this.#remaining)));
		this.#remaining -= shown.length;
		return shown.length < masked.length ? `${shown}…(+${masked.length - shown.length})` : shown;
	}

	#object(value: object): string {
		if (value instanceof Error) return this.#error(value);
		if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
		if (value instanceof RegExp || value instanceof URL) return this.cut(String(value));
		if (Array.isArray(value))
			return `[${this.#list(value.keys(), (key) => this.#member(value, String(key)))}]`;
		const tag = Object.prototype.toString.call(value).slice(8, -1);
		if (ArrayBuffer.isView(value)) return `[${tag}, ${value.byteLength} bytes]`;
		if (typeof value === 'function') return `[function ${this.#member(value, 'name')}]`;
		if (value instanceof Set) return `Set[${this.#list(value, (each) => this.value(each))}]`;
		// Not by `instanceof`: naming the global `Headers` loads the host's whole fetch implementation.
		if (value instanceof Map || value instanceof URLSearchParams || (tag === 'Headers' && isIterable(value)))
			return `${tag}{${this.#list(value, (pair) => this.#pair(pair))}}`;
		return `${tag === 'Object' ? '' : this.cut(tag)}{${this.#fields(value, Object.keys(value))}}`;
	}

	#error(error: Error): string {
		const message = asText(tryToRead(() => error.message));
		const stack = asText(tryToRead(() => error.stack));
		// Some errors have no stack, or one from before their message was changed.
		const title = `${asText(tryToRead(() => error.name))}: ${message}`;
		const lines = stack !== '' && stack.includes(message) ? [stack] : [title, stack];
		const parts = [this.cut(lines.filter((line) => line !== '').join('\n'), limits.stack)];
		const shownKeys = new Set(['name', 'message', 'stack', 'cause', 'errors']);
		const keys = Object.keys(error).filter((key) => !shownKeys.has(key));
		if (keys.length > 0) parts.push(`{${this.#fields(error, keys)}}`);
		if (Object.hasOwn(error, 'cause')) parts.push(`caused by: ${this.#member(error, 'cause')}`);
		const errors: unknown = error instanceof AggregateError ? error.errors : undefined;
		if (Array.isArray(errors)) {
			const each = (key: number) => `${key + 1} of ${errors.length}: ${this.#member(errors, String(key))}`;
			parts.push(this.#list(errors.keys(), each, '\n'));
		}
		return parts.join('\n');
	}

	#fields(value: object, keys: string[]): string {
		return this.#list(keys, (key) => `${this.#name(key)}: ${this.#member(value, key)}`);
	}

	#pair(pair: unknown): string {
		const [key, value]: unknown[] = Array.isArray(pair) ? pair : [];
		if (typeof key !== 'string') return `${this.value(key)}: ${this.value(value)}`;
		return `${this.#name(key)}: ${this.value(value)}`;
	}

	#name(key: string): string {
		return /^[A-Za-z_$][\w$-]{0,99}$/.test(key) ? this.cut(key) : JSON.stringify(this.cut(key));
	}

	#member(owner: object, key: string): string {
		const property = Object.getOwnPropertyDescriptor(owner, key);
		if (property && !('value' in property)) return '[getter]';
		return this.value(property?.value);
	}

	/** Stops early, so that it reads neither a huge list nor an endless iterator to its end. */
	#list<T>(all: Iterable<T>, show: (each: T) => string, separator = ', '): string {
		const shown: string[] = [];
		for (const each of all) {
			if (shown.length === limits.members || this.#remaining <= 0) {
				shown.push('…');
				break;
			}
			shown.push(show(each));
		}
		return shown.join(separator);
	}
}

function tryToRead<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function isIterable(value: object): value is Iterable<unknown> {
	return Symbol.iterator in value;
}
