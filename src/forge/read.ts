import * as v from 'valibot';
import { changes, ForgeError, unseen } from './errors.ts';
import { readerOf, unreadable } from './reader.ts';

/** Reads wire values into `T`; what a server sends is never trusted to have the type that it should. */
export type Shape<T> = v.GenericSchema<unknown, T>;

export type Read<S> = S extends Shape<infer T> ? T : never;

/** Told of each element that was left out, as a sentence. */
export type Report = (sentence: string) => void;

/**
 * Where elements that had to be dropped are told while one answer is read. Reading is synchronous, so one variable
 * serves them all and no shape has to hand a collector down.
 */
let dropped: string[] = [];

/** What is wrong, and never what came instead: that may be private, and of any length. */
const wrongIn = (shape: Shape<unknown>, value: unknown) =>
	v
		.safeParse(shape, value)
		.issues?.slice(0, 3)
		.map((issue) => `${v.getDotPath(issue) ?? 'the value'}: ${wrong(issue)}`)
		.join('; ') ?? '';

const wrong = ({ expected, received }: v.BaseIssue<unknown>) =>
	received === 'undefined' ? 'it is missing' : `it is not what it should be, ${expected ?? 'something else'}`;

/** The value that an answer holds. An answer that cannot be understood is a `surprise`, with what is wrong in words. */
export function read<T>(shape: Shape<T>, value: unknown, report: Report, method = 'GET'): T {
	dropped = [];
	const result = readerOf(shape)(value);
	if (dropped.length > 0) for (const sentence of new Set(dropped)) report(sentence);
	// A reader reads what its shape reads.
	if (result !== unreadable) return result as T;
	const message = `The answer has an unexpected form (${wrongIn(shape, value)}).${unseen(method)}`;
	throw new ForgeError('surprise', message, { mayBeDone: changes(method) });
}

/** A list whose bad elements are left out, and told once, while the good ones stay. */
export function each<T>(shape: Shape<T>): Shape<T[]> {
	return v.pipe(
		v.array(v.unknown()),
		v.transform((elements) => {
			const good: T[] = [];
			const read = readerOf(shape);
			for (const element of elements) {
				const result = read(element);
				if (result === unreadable) {
					dropped.push(`An element of a list was left out (${wrongIn(shape, element)}).`);
				} else good.push(result as T);
			}
			return good;
		}),
	);
}

/** A field that a client can do without: absent, null or of a wrong type, it is null. */
export const maybe = <T>(shape: Shape<T>): Shape<T | null> => v.fallback(v.nullish(shape, null), null);

/** A field with a value to use when it is absent, null or of a wrong type. */
export const or = <T>(shape: Shape<T>, otherwise: T): Shape<T> => v.fallback(shape, () => otherwise);

/** Words that a server may add to: the known ones help the editor, an unknown one is kept as it is. */
export type Open<Word extends string> = Word | (string & {});

export const open = <const Word extends string>(_known: readonly Word[]): Shape<Open<Word>> => v.string();

/**
 * The moment that a wire timestamp names, in milliseconds; undefined for none. Servers write an offset, `Z`, or nothing,
 * which means UTC there, and not the local time that `Date` takes it for.
 */
export function moment(timestamp: string | null | undefined): number | undefined {
	const text = timestamp?.trim() ?? '';
	const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text);
	const ms = iso ? Date.parse(`${iso[1]}T${iso[2]}${offset(iso[3])}`) : Date.parse(text);
	return Number.isNaN(ms) ? undefined : ms;
}

/** An offset as every parser takes it: `+02` and `+0200` are `+02:00`. */
function offset(written = 'Z'): string {
	const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(written) ?? [];
	return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
