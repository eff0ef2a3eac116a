import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { truncate } from '../../platform/model/truncate.ts';

const longestTitle = 400;

/** A subject on one line, with invisible characters shown. */
export const shownTitle = (text: string): string =>
	truncate(visible(text).replace(/\s+/g, ' '), longestTitle) || '(no subject)';

/** The brackets at the beginning of a subject: `[PATCH editor v3 0/3]`. */
export const bracketsOf = (subject: string): string =>
	truncate(visible(/^(?:\s*\[[^\]]{0,200}\])+/.exec(subject.slice(0, 1000))?.[0] ?? '').trim(), 100);
