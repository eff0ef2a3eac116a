import * as v from 'valibot';
import { ForgeError, unreadAnswerSuffix } from './errors.ts';
import { readerOf, unreadable } from './reader.ts';

/** Reads wire values into `T`. Never trusts the server to send the expected type. */
export type Shape<T> = v.GenericSchema<unknown, T>;

export type Read<S> = S extends Shape<infer T> ? T : never;

/** Receives a sentence about each element that was left out. */
export type Report = (sentence: string) => void;

/** How many invalid elements of an answer are described, because a description takes many times as long as reading. */
const maxDescribed = 10;

/**
 * Collects the reports of dropped elements while one answer is read. Reading is synchronous, so one variable serves all shapes,
 * and no shape has to pass a collector down.
 */
let dropped: string[] = [];
let droppedCount = 0;

/** Says what is wrong with a value, but never quotes it, because it may be private and of any length. */
const describeIssues = (shape: Shape<unknown>, value: unknown) =>
	v
		.safeParse(shape, value)
		.issues?.slice(0, 3)
		.map((issue) => `${v.getDotPath(issue) ?? 'the value'}: ${describeIssue(issue)}`)
		.join('; ') ?? '';

function describeIssue({ expected, received }: v.BaseIssue<unknown>): string {
	if (received === 'undefined') return 'it is missing';
	return expected === null ? 'it is invalid' : `expected ${expected}`;
}

/** Reads the value of an answer. Throws a `surprise` that says what is wrong if the answer cannot be understood. */
export function read<T>(shape: Shape<T>, value: unknown, report: Report, isWrite = false): T {
	dropped = [];
	droppedCount = 0;
	const result = readerOf(shape)(value);
	for (const sentence of new Set(dropped)) report(sentence);
	if (droppedCount > maxDescribed) report(`${droppedCount} elements of lists were left out.`);
	// A reader returns what its shape would, so the cast is safe.
	if (result !== unreadable) return result as T;
	const message = `The response has an unexpected format (${describeIssues(shape, value)}).${unreadAnswerSuffix(isWrite)}`;
	throw new ForgeError('surprise', message, { mayBeDone: isWrite });
}

/** A list that keeps its valid elements. Invalid elements are left out and reported once. */
export function each<T>(shape: Shape<T>): Shape<T[]> {
	return v.pipe(
		v.array(v.unknown()),
		v.transform((elements) => {
			const valid: T[] = [];
			const readElement = readerOf(shape);
			for (const element of elements) {
				const result = readElement(element);
				if (result !== unreadable) valid.push(result as T);
				else if (++droppedCount <= maxDescribed)
					dropped.push(`An element of a list was left out (${describeIssues(shape, element)}).`);
			}
			return valid;
		}),
	);
}

/** An optional field. It is null if it is absent, null or of a wrong type. */
export const maybe = <T>(shape: Shape<T>): Shape<T | null> => v.fallback(v.nullish(shape, null), null);

/** The first rows of a list, as a part of another answer. Null if a row is not readable: a read of the list itself leaves the row out, and says so. */
export interface FirstRows<T> {
	readonly rows: T[];
	/** The start of the next page; null if there is none. */
	readonly next: string | null;
}

export const firstRows = <T>(row: Shape<T>): Shape<FirstRows<T> | null> =>
	maybe(v.object({ rows: v.array(row), next: v.nullable(v.string()) }));

/** A field with a value to use when it is absent, null or of a wrong type. */
export const or = <T>(shape: Shape<T>, otherwise: T): Shape<T> => v.fallback(shape, () => otherwise);

/** A set of words that a server may extend. The known words are for completion in the editor; an unknown word is kept as it is. */
export type Open<Word extends string> = Word | (string & {});

export const open = <const Word extends string>(_known: readonly Word[]): Shape<Open<Word>> => v.string();

/**
 * Parses a server's timestamp. Returns milliseconds, or undefined if the text is not a time. Servers write an offset, `Z`, or nothing.
 * Nothing means UTC, not the local time that `Date` assumes.
 */
export function parseTime(timestamp: string | null | undefined): number | undefined {
	const text = timestamp?.trim() ?? '';
	const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text);
	const ms = iso ? Date.parse(`${iso[1]}T${iso[2]}${offset(iso[3])}`) : Date.parse(text);
	return Number.isNaN(ms) ? undefined : ms;
}

/** Normalizes an offset for all parsers: `+02` and `+0200` become `+02:00`. */
function offset(written = 'Z'): string {
	const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(written) ?? [];
	return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
