import { parseMail } from '../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../src/mail/patch/parse-patch.ts';
import type { MailedPatch } from '../../../src/mail/replies/place-replies.ts';
import type { FullMail } from '../../../src/patches/model/series/mails/full-mail.ts';

interface Said {
	readonly id: number;
	/** The mail that it answers. */
	readonly to?: number;
	readonly subject?: string;
	readonly from?: string;
	readonly lines: readonly string[];
	readonly lineBreak?: string;
}

/** A mail of a thread that mail 1 starts. */
export function mailed({
	id,
	to,
	subject,
	from = 'Ana <ana@example.org>',
	lines,
	lineBreak = '\n',
}: Said): FullMail {
	const headers = [
		`From: ${from}`,
		`Date: Fri, 20 Nov 2020 07:00:${String(id % 60).padStart(2, '0')} +0000`,
		`Subject: ${subject ?? (to === undefined ? '[PATCH] x' : 'Re: [PATCH] x')}`,
		`Message-ID: <${id}@example.org>`,
		...(to === undefined ? [] : [`In-Reply-To: <${to}@example.org>`]),
	];
	const envelope = [...headers, '', ...lines, ''].join(lineBreak);
	const mail = parseMail(envelope);
	return {
		id,
		parentId: to,
		threadId: id === 1 ? undefined : 1,
		arrived: id,
		sender: null,
		mail,
		patches: parsePatches(mail),
		raw: envelope,
	};
}

/** The patches of mails, as a version of a series has them. */
export const patchesOf = (mails: readonly FullMail[]): readonly MailedPatch[] =>
	mails.flatMap(({ id, patches }) => patches.map((patch) => ({ mail: id, patch })));
