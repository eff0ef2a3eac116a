/** A word that may be written in a query. */
export interface Proposal {
	readonly text: string;
	/** A short explanation. */
	readonly detail: string;
}

/** A key that filters, such as `status:`. `Known` is what is known of the items. */
interface FilterRules<Known> {
	/** A short explanation. */
	readonly detail: string;
	/** A filter with a value. */
	readonly example: string;
	readonly proposals: (known: Known) => readonly Proposal[];
	/** Normalizes a value for its term. */
	readonly normalize?: (value: string) => string;
	/** The message about an unknown value; undefined if nothing is wrong. */
	readonly problem: (value: string, known: Known) => string | undefined;
	/** Whether an unknown value is left out. Otherwise it finds nothing. */
	readonly dropsUnknown?: boolean;
}

/** The words of queries for items of one kind. */
export interface QueryLanguage<Key extends string, Field extends string, Known> {
	/** What is found, in the plural. */
	readonly nouns: string;
	readonly filters: Readonly<Record<Key, FilterRules<Known>>>;
	/** Keys that users know from other searches, with those that they stand for. */
	readonly otherNames: Readonly<Record<string, string>>;
	/** What `sort:` and `rsort:` take, with explanations. */
	readonly sortFields: Readonly<Record<Field, string>>;
	/** An explanation of `sort:`, and one of `rsort:`. */
	readonly sortDetails: readonly [string, string];
	/** Why items cannot be sorted by a word, if it is not only unknown. */
	readonly sortProblem?: (by: string) => string | undefined;
}

/** `sort` has the newest first. `rsort` reverses it. */
export const sortKeys = ['sort', 'rsort'] as const;

export interface Term<Key extends string> {
	/** `text` is a bare word or a phrase. */
	readonly key: Key | 'text';
	readonly value: string;
	readonly isNegated: boolean;
}

export interface Order<Field extends string> {
	readonly by: Field;
	readonly isReversed: boolean;
}

/** A part of a query that is invalid or has an unknown value: its position in the text, and a message for the user. */
export interface Problem {
	readonly start: number;
	readonly end: number;
	readonly message: string;
}

export interface ParsedQuery<Key extends string, Field extends string> {
	readonly terms: readonly Term<Key>[];
	/** The first order decides, and the next one breaks ties. Empty if the query names none. */
	readonly order: readonly Order<Field>[];
	readonly problems: readonly Problem[];
	/** The terms that are words without quotation marks or `!`. A search looks for them in more than the text. */
	readonly words: readonly Term<Key>[];
}
