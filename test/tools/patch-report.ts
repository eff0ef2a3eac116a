import type { Mail } from '../../src/mail/message/mail.ts';
import { parseMail } from '../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../src/mail/patch/parse-patch.ts';
import type { Patch } from '../../src/mail/patch/patch.ts';
import { trailersInText } from '../../src/mail/text/mail-trailers.ts';
import type { FileDiff } from '../../src/mail/unified-diff/file-diff.ts';
import type { Chain, NumberedPatch, Version } from '../../src/patches/model/series/chain.ts';
import { seriesMailOf } from '../../src/patches/model/series/mails/from-mail.ts';
import type { SeriesMail } from '../../src/patches/model/series/mails/series-mail.ts';

/** A mail as the model sees it. */
export interface SeenMail extends SeriesMail {
	/** Its position among the mails of all files. */
	readonly index: number;
	readonly mail: Mail;
	readonly patches: readonly Patch[];
}

export function readMail(envelope: string, index: number): SeenMail {
	const mail = parseMail(envelope);
	const patches = parsePatches(mail);
	return { ...seriesMailOf(mail, patches), index, mail, patches };
}

const isoDate = (date: number | undefined): string | null => {
	const found = new Date(date ?? NaN);
	return Number.isNaN(found.getTime()) ? null : found.toISOString();
};

/** What `npm run patch` prints of a mail. */
export function mailReport({ mail, patches, subject, kind }: SeenMail) {
	const [patch] = patches;
	const isOfSeries = kind !== 'reply' && kind !== 'other';
	return {
		messageId: mail.messageId ?? null,
		inReplyTo: mail.inReplyTo ?? null,
		from: mail.from,
		// Differs from the sender if the sender passes on a patch of another person.
		author: patch?.author ?? null,
		date: isoDate(mail.date),
		subject: mail.subject,
		kind,
		prefix: subject.prefix || null,
		version: isOfSeries || subject.isPatch ? subject.version : null,
		number: subject.number ?? null,
		of: subject.of ?? null,
		title: (kind === 'patch' ? patch?.subject : subject)?.title ?? subject.title,
		message: patch?.message ?? null,
		notes: patch?.notes || null,
		trailers: patch?.trailers ?? trailersInText(mail.text),
		files: patches.flatMap(({ files }) => files.map(fileReport)),
		warnings: [...new Set([...mail.warnings, ...patches.flatMap(({ warnings }) => warnings)])],
	};
}

const fileReport = (file: FileDiff) => ({
	old: file.old ?? null,
	new: file.new ?? null,
	status: file.status,
	oldMode: file.oldMode ?? null,
	newMode: file.newMode ?? null,
	additions: file.additions,
	deletions: file.deletions,
	binary: file.binary ?? null,
});

const reference = ({ index, messageId, mail }: SeenMail) => ({
	mail: index,
	messageId: messageId ?? null,
	subject: mail.subject,
});

const numberedReport = ({ number, mail, isInherited }: NumberedPatch<SeenMail>) => ({
	number,
	isInherited,
	...reference(mail),
});

const versionReport = (version: Version<SeenMail>) => ({
	version: version.version,
	isRfc: version.isRfc,
	isResend: version.isResend,
	isPartial: version.isPartial,
	prefix: version.prefix || null,
	title: version.title,
	submitter: version.submitter,
	date: isoDate(version.date),
	of: version.of ?? null,
	cover: version.cover ? reference(version.cover) : null,
	patches: version.patches.map(numberedReport),
	extra: version.extra.map(numberedReport),
	missing: version.missing,
	replaced: version.replaced.map(reference),
	baseCommit: version.baseCommit ?? null,
	warnings: version.warnings,
});

/** What `npm run patch -- --series` prints of a series. `mail` is the position of a mail among all that were read, from 0. */
export const chainReport = ({ kind, prefix, title, submitter, versions }: Chain<SeenMail>) => ({
	kind,
	prefix: prefix || null,
	title,
	submitter,
	versions: versions.map(versionReport),
});
