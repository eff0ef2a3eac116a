import type { Mail } from '../../../../mail/message/mail.ts';
import type { Patch } from '../../../../mail/patch/patch.ts';
import { isPull } from '../../../../mail/patch/pull.ts';
import { parseSubject } from '../../../../mail/patch/subject.ts';
import { mailKindOf } from './mail-kind.ts';
import { readPatchList } from './patch-list.ts';
import type { SeriesMail } from './series-mail.ts';

/** The line above the differences from the previous version, which `git format-patch --interdiff` adds to a cover letter. */
const interdiff = /^Interdiff(?: against v\w+)?:\r?$/m;
/** Searches for a fixed text first, because the text may be a large patch. */
const hasInterdiff = (text: string): boolean => text.includes('\nInterdiff') && interdiff.test(text);

/** Reads what series are built from. `patches` are those of the mail. */
export function seriesMailOf(mail: Mail, patches: readonly Patch[]): SeriesMail {
	const { messageId, inReplyTo, references, from, date, text } = mail;
	const subject = parseSubject(mail.subject);
	const mayList = subject.isPatch && !subject.isReply && subject.number === undefined;
	const listed = mayList && (patches.length === 0 || hasInterdiff(text)) ? readPatchList(text) : [];
	const facts = { hasPatches: patches.length > 0, isPull: isPull(mail), isListing: listed.length > 0 };
	return {
		messageId,
		inReplyTo,
		references,
		from,
		date,
		// A patch may have another title than its mail.
		subject: patches[0] && subject.isPatch ? { ...subject, title: patches[0].subject.title } : subject,
		kind: mailKindOf({ subject, inReplyTo, ...facts }),
		listed,
		changeId: trailerValue(text, 'change-id: ', isOfB4),
		baseCommit: trailerValue(text, 'base-commit: ', isCommit),
	};
}

/** Gerrit's Change-Id identifies a single patch, not a series. */
const isOfB4 = (value: string): boolean => /^\S+$/.test(value) && !/^I[0-9a-f]{40}$/.test(value);
const isCommit = (value: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);

/** The value after a key at the beginning of a line. Searches for a fixed text, because the text may be a large patch. */
function trailerValue(text: string, key: string, isValue: (value: string) => boolean): string | undefined {
	for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1)) {
		if (at > 0 && text[at - 1] !== '\n') continue;
		const start = at + key.length;
		const end = text.indexOf('\n', start);
		const value = text.slice(start, Math.min(end === -1 ? text.length : end, start + 200)).trim();
		if (isValue(value)) return value;
	}
	return undefined;
}
