import type { Mail } from '../message/mail.ts';

/** Whether a mail asks to pull: its subject has `[GIT PULL]`, or its text is that of `git request-pull`. */
export function isPull({ subject, text }: Mail): boolean {
	return hasPullPrefix(subject) || isRequestPull(text);
}

/** Whether a subject has `[GIT PULL]`. */
export const hasPullPrefix = (subject: string): boolean =>
	/\[(?:[^\]]{0,100}[\s,/])?PULL(?:[\s,/][^\]]*)?\]/i.test(subject.slice(0, 1000));

const beginning = 'The following changes since commit ';

/** Searches for one fixed text and looks at what is around it, because the text may be a large patch. */
function isRequestPull(text: string): boolean {
	for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
		if (at > 0 && text[at - 1] !== '\n') continue;
		const start = at + beginning.length;
		const hasCommit = /^[0-9a-f]{7,64}\b/.test(text.slice(start, start + 65));
		if (hasCommit && /^are available in the git repository at/im.test(text.slice(start, start + 2000)))
			return true;
	}
	return false;
}
