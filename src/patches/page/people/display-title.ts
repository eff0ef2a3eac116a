import { visible } from '../../../base/text/invisible-characters.ts';
import { truncate } from '../../../base/text/truncate.ts';

const longestTitle = 400;

/** A subject on one line, with invisible characters shown. */
export const displayTitle = (text: string): string =>
	truncate(visible(text).replace(/\s+/g, ' '), longestTitle) || '(no subject)';

/** The brackets at the beginning of a subject: `[PATCH editor v3 0/3]`. */
export const bracketsOf = (subject: string): string =>
	truncate(visible(/^(?:\s*\[[^\]]{0,200}\])+/.exec(subject.slice(0, 1000))?.[0] ?? '').trim(), 100);

/** The subject of a reply: without its title, if it has brackets that name the patch. */
export function replySubject(subject: string): string {
	const [re = ''] = /^(?:\s*\p{L}{2,4}:)*\s*/u.exec(subject.slice(0, 100)) ?? [];
	const brackets = bracketsOf(subject.slice(re.length));
	return brackets === '' ? displayTitle(subject) : `${re === '' ? '' : 'Re: '}${brackets}`;
}
