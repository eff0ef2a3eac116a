import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from './errors.ts';

const megabyte = 1024 * 1024;

/**
 * How much is read of what a forge sends. All that is read from a forge has its bounds here. They leave room for 100,000 tickets of 6 KB in
 * 4,000 pages of 25, and for a folder of 100,000 files, which has 700,000 values.
 */
export const bounds = {
	/** Bytes of an answer in JSON, of a file, and of an answer of git. */
	jsonBytes: 32 * megabyte,
	fileBytes: 64 * megabyte,
	gitBytes: 16 * megabyte,
	/** How deep lists and objects are in each other, and how many values there are in one answer. */
	depth: 64,
	values: 1_000_000,
	/** Elements of a list, on all of its pages. A quarter more patches take 500 MB of memory. */
	rows: 200_000,
	/** Bytes in JSON and requests of one call, for example of a walk through all pages of a list. */
	callBytes: 640 * megabyte,
	callRequests: 10_000,
} as const;

/** Requests that a call may make whatever they bring. */
const firstRequests = 200;
/** How many new elements each further request must bring on average. Pages have 25 or 50. */
const rowsPerRequest = 10;

const tooMuch = (message: string) => new ForgeError('surprise', `${message} Tildeforge stopped reading it.`);

/** Counts what one call requests and receives. Fails with a `ForgeError` that says what is too much. */
export class CallBounds {
	#requests = 0;
	#rows = 0;
	#bytes = 0;

	/** Call before each request. */
	addRequest(): void {
		if (this.#requests >= Math.min(bounds.callRequests, firstRequests + this.#rows / rowsPerRequest)) {
			throw tooMuch('The forge sent a list that does not seem to end.');
		}
		this.#requests += 1;
	}

	/** Call with the number of elements that no page before had. */
	addRows(count: number): void {
		this.#rows += count;
		checkRows(this.#rows);
	}

	addBytes(count: number): void {
		this.#bytes += count;
		if (this.#bytes > bounds.callBytes)
			throw tooMuch(`The forge sent a list that is larger than ${bounds.callBytes / megabyte} MB.`);
	}
}

/** Fails if a list has too many elements. */
export function checkRows(count: number): void {
	if (count > bounds.rows)
		throw tooMuch(`The forge sent a list with more than ${formatNumber(bounds.rows)} elements.`);
}

/** An answer up to this size is read without counting its levels first: even with too many levels, reading it does not take long. */
const uncheckedBytes = 128 * 1024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Says what is too much in an answer in JSON; undefined if nothing is. Looks before the answer is parsed, because 32 MB of empty objects
 * would take half a gigabyte.
 */
export function excessIn(json: Uint8Array): string | undefined {
	if (json.length <= uncheckedBytes) return undefined;
	let depth = 0;
	let values = 0;
	for (let at = 0; at < json.length; at++) {
		switch (json[at]) {
			case quote:
				for (at++; at < json.length && json[at] !== quote; at++) if (json[at] === backslash) at++;
				break;
			case openBracket:
			case openBrace:
				values += 1;
				depth += 1;
				if (depth > bounds.depth) return 'is nested too deeply';
				break;
			case closeBracket:
			case closeBrace:
				depth -= 1;
				break;
			case comma:
				values += 1;
		}
		if (values > bounds.values) return 'has too many values';
	}
	return undefined;
}
