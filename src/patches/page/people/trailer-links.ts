import type { TextLink } from '../../../platform/model/markdown/text-links.ts';
import { userReference } from '../../../platform/model/references.ts';
import type { PeopleByAddress } from './people-by-address.ts';

/** `Reviewed-by: Ana Duarte <ana@example.org>`, on a line of its own, also in a quote. If a name could begin with a space, many spaces would take quadratic time. */
const trailer =
	/^(?<before>[ \t]*(?:[a-z][a-z-]*-by|cc):[ \t]*"?)(?<name>[^<>"\s](?:[^<>"\n\r\u2028\u2029]*[^<>"\s])?)"?[ \t]*<(?<email>[^<>\s]+)>/gim;

/** More names than a user looks at. */
const maxLinks = 500;

/** The names of known people in the trailers of a text, in order. */
export function trailerLinks(text: string, people: PeopleByAddress): readonly TextLink[] {
	const links: TextLink[] = [];
	for (const { index, groups = {} } of text.matchAll(trailer)) {
		const account = people.get((groups.email ?? '').toLowerCase());
		if (account === undefined) continue;
		const start = index + (groups.before ?? '').length;
		links.push({ start, end: start + (groups.name ?? '').length, open: userReference(account) });
		if (links.length === maxLinks) break;
	}
	return links;
}
