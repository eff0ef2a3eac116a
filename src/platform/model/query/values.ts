import { truncate } from '../../../base/text/truncate.ts';
import type { Proposal } from './language.ts';
import { nearest } from './nearest.ts';
import { quoted } from './write.ts';

/** The form in which servers write a status or a resolution: people also write `In-Progress` or `"in progress"`. */
export const enumWord = (written: string): string => written.toLowerCase().replace(/[\s-]+/g, '_');

/** Keeps a message on one line: a value may be of any length. */
export const shorten = (text: string): string => truncate(text, 60);

export const joinWithOr = (words: readonly string[]): string =>
	`${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const didYouMean = (word: string | undefined): string =>
	word === undefined ? '' : ` Did you mean ${shorten(word)}?`;

/** Ends a message about an unknown value with a word that the user may have meant. */
export function suggestValue(key: string, value: string, words: Iterable<string>): string {
	const word = nearest(value, words);
	return didYouMean(word === undefined ? undefined : `${key}:${quoted(word)}`);
}

/** The message about a value that is none of these words. */
export const unknownValue = (
	key: string,
	value: string,
	words: readonly string[],
	message = `Unknown ${key} "${shorten(value)}".`,
): string | undefined => (words.includes(value) ? undefined : `${message}${suggestValue(key, value, words)}`);

/** The message about the name of a user. Not all people are known, so only a likely typo is reported. */
export function unknownUser(key: string, value: string, people: readonly string[] = []): string | undefined {
	const name = value.toLowerCase();
	const isKnown = (one: string) => one.toLowerCase() === name || one.toLowerCase() === `~${name}`;
	if (name === 'me' || people.some(isKnown)) return undefined;
	const other = nearest(value.startsWith('~') ? value : `~${value}`, people);
	return other === undefined
		? undefined
		: `Unknown user "${shorten(value)}".${didYouMean(`${key}:${other}`)}`;
}

/** Proposes words that servers use, each once, with its explanation or else the word itself. */
export const wordProposals = (
	words: Iterable<string>,
	details: Readonly<Record<string, string>>,
): readonly Proposal[] =>
	[...new Set(words)].map((word) => ({
		text: quoted(word),
		detail: details[word] ?? word.replaceAll('_', ' '),
	}));

/** Proposes the user and other people, the most likely first. */
export const userProposals = (people: Iterable<string>): readonly Proposal[] => [
	{ text: 'me', detail: 'your account' },
	...[...new Set(people)].map((one) => ({
		text: quoted(one),
		detail: one.startsWith('~') ? '' : one.includes('@') ? 'by email' : 'from another site',
	})),
];
