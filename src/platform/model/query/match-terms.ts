import { toSearchForm } from '../search-form.ts';
import type { Term } from './language.ts';

export type Predicate<T> = (item: T) => boolean;

/** What the terms with a key find. */
export interface TermRule<T, Key extends string> {
	readonly key: Key | 'text';
	readonly matches: (value: string) => Predicate<T>;
	/** Whether one of several terms is enough, because an item has only one such value. */
	readonly isAlternative?: boolean;
}

/** Returns a predicate for the items that match all terms. The rules are checked in their order: fast ones come first. */
export function matchTerms<T, Key extends string>(
	terms: readonly Term<Key>[],
	rules: readonly TermRule<T, Key>[],
): Predicate<T> {
	const predicates = rules.flatMap(({ key, matches, isAlternative = false }) => {
		const ofKey = terms.filter((term) => term.key === key);
		const wanted = ofKey.filter(({ isNegated }) => !isNegated).map(({ value }) => matches(value));
		const unwanted = ofKey.filter(({ isNegated }) => isNegated).map(({ value }) => not(matches(value)));
		const isAnyOf = isAlternative && wanted.length > 1;
		return [...(isAnyOf ? [(item: T) => wanted.some((one) => one(item))] : wanted), ...unwanted];
	});
	return (item) => {
		for (const predicate of predicates) if (!predicate(item)) return false;
		return true;
	};
}

const not =
	<T>(predicate: Predicate<T>): Predicate<T> =>
	(item) =>
		!predicate(item);

/** Computes the result for each word once, because items have few words. */
export function memoizeWord(compute: (word: string) => boolean): (word: string) => boolean {
	const results = new Map<string, boolean>();
	return (word) => {
		const known = results.get(word);
		if (known !== undefined) return known;
		const result = compute(word);
		results.set(word, result);
		return result;
	};
}

/** Equal in the search form. */
export function sameWord(value: string): (word: string) => boolean {
	const wanted = toSearchForm(value);
	return memoizeWord((word) => toSearchForm(word) === wanted);
}

/** Who is looked for. */
export interface PersonNames {
	/** The user name with the tilde; undefined without an account. */
	readonly account: string | undefined;
	/** All names under which the person can be found. */
	readonly names: readonly string[];
}

/**
 * Whether a person is meant by `me`, `~ana`, `ana` or an address. A name with a tilde matches accounts only: anyone can send a
 * mail under the name of "~ana".
 */
export function personMatcher(value: string, me: string | undefined): Predicate<PersonNames> {
	const wanted = value.toLowerCase() === 'me' ? me : value;
	if (wanted === undefined) return () => false;
	const fits = sameWord(wanted);
	return toSearchForm(wanted).startsWith('~')
		? ({ account }) => account !== undefined && fits(account)
		: ({ names }) => names.some(fits);
}
