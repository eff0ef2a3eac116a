import { patchsetStatuses } from '../../forge/shapes/lists.ts';
import { Refusal } from '../server/refusal.ts';
import type { Archive } from './archive.ts';
import { parseMail } from './mail.ts';
import type { Mail } from './state.ts';

type Predicate = (mail: Mail) => boolean;

const kinds: Readonly<Record<string, Predicate>> = {
	patch: (mail) => mail.isPatch,
	reply: (mail) => mail.parent !== null,
	'request-pull': (mail) => mail.isRequestPull,
	thread: (mail) => mail.parent === null,
};

/** Splits a search into words. Quotes keep their content together. */
function wordsOf(search: string): string[] {
	const words: string[] = [];
	const pattern = /(?:"([^"]*)"|'([^']*)'|(["'])|(\S))|(\s+)/g;
	let word: string | undefined;
	for (const [, double, single, open, character] of search.matchAll(pattern)) {
		if (open !== undefined) throw new Refusal(400, 'No closing quotation');
		const more = double ?? single ?? character;
		if (more !== undefined) word = (word ?? '') + more;
		else {
			if (word !== undefined) words.push(word);
			word = undefined;
		}
	}
	return word === undefined ? words : [...words, word];
}

const contains = (text: string, wanted: string) => text.toLowerCase().includes(wanted.toLowerCase());

/** Parses the search syntax of a list's posts. A mail matches if it satisfies every word. */
export function searchPredicate(search: string, archive: Archive): Predicate {
	const keys: Readonly<Record<string, (wanted: string) => Predicate>> = {
		is: (kind) => {
			const predicate = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
			if (!predicate) throw new Refusal(400, `Invalid search term: is:${kind}`);
			return predicate;
		},
		status: (status) => {
			if (!patchsetStatuses.some((known) => known === status.toLowerCase())) {
				throw new Refusal(400, `Invalid search term: status:${status}`);
			}
			return ({ patchset }) =>
				patchset !== null && archive.patchset(patchset).status === status.toLowerCase();
		},
		prefix: (prefix) => (mail) => mail.part?.prefix.toLowerCase() === prefix.toLowerCase(),
		from: (wanted) => (mail) => contains(parseMail(mail.envelope).header('From'), wanted),
		to: (wanted) => (mail) => contains(parseMail(mail.envelope).header('To'), wanted),
		cc: (wanted) => (mail) => contains(parseMail(mail.envelope).header('Cc'), wanted),
	};
	const predicates = wordsOf(search).map((word): Predicate => {
		const [, not, key = '', value = ''] = /^(!?)([a-z]+):(.*)$/s.exec(word) ?? [];
		const predicate = Object.hasOwn(keys, key) ? keys[key]?.(value) : undefined;
		if (predicate) return not ? (mail) => !predicate(mail) : predicate;
		return (mail) => contains(mail.subject, word) || contains(parseMail(mail.envelope).text(), word);
	});
	return (mail) => predicates.every((predicate) => predicate(mail));
}
