import { patchsetStatuses } from '../../forge/shapes/lists.ts';
import { Refusal } from '../refusal.ts';
import type { Archive } from './archive.ts';
import { parseMail } from './mail.ts';
import type { Mail } from './state.ts';

type Claim = (mail: Mail) => boolean;

const kinds: Readonly<Record<string, Claim>> = {
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

const holds = (text: string, wanted: string) => text.toLowerCase().includes(wanted.toLowerCase());

/** Parses the search syntax of a list's posts. A mail matches if it satisfies every word. */
export function searched(search: string, archive: Archive): Claim {
	const keys: Readonly<Record<string, (wanted: string) => Claim>> = {
		is: (kind) => {
			const claim = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
			if (!claim) throw new Refusal(400, `Invalid search term: is:${kind}`);
			return claim;
		},
		status: (status) => {
			if (!patchsetStatuses.some((known) => known === status.toLowerCase())) {
				throw new Refusal(400, `Invalid search term: status:${status}`);
			}
			return ({ patchset }) =>
				patchset !== null && archive.patchset(patchset).status === status.toLowerCase();
		},
		prefix: (prefix) => (mail) => mail.part?.prefix.toLowerCase() === prefix.toLowerCase(),
		from: (wanted) => (mail) => holds(parseMail(mail.envelope).header('From'), wanted),
		to: (wanted) => (mail) => holds(parseMail(mail.envelope).header('To'), wanted),
		cc: (wanted) => (mail) => holds(parseMail(mail.envelope).header('Cc'), wanted),
	};
	const claims = wordsOf(search).map((word): Claim => {
		const [, not, key = '', value = ''] = /^(!?)([a-z]+):(.*)$/s.exec(word) ?? [];
		const claim = Object.hasOwn(keys, key) ? keys[key]?.(value) : undefined;
		if (claim) return not ? (mail) => !claim(mail) : claim;
		return (mail) => holds(mail.subject, word) || holds(parseMail(mail.envelope).text(), word);
	});
	return (mail) => claims.every((claim) => claim(mail));
}
