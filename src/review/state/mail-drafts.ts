import * as v from 'valibot';
import type { HeldLock } from '../../base/files/held-lock.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import { hasOwnText } from '../../mail/compose/has-own-text.ts';
import { mailDocument } from '../../mail/compose/mail-document.ts';
import type { Address } from '../../mail/message/mail.ts';
import type { SavedMail } from '../../patches/model/review-comment.ts';
import { idOfSeries, parseSeriesId, type SeriesKey } from '../../platform/model/keys.ts';
import { newTextId, nextVersion, type Text, type TextFormat } from '../../platform/state/texts/text.ts';
import { Texts } from '../../platform/state/texts/texts.ts';
import { parseSender } from './mail-server/mail-account.ts';
import { type MailEntry, type OutboxMail, version, type WaitingMails } from './outbox-mail.ts';
import { composedMail } from './outgoing-mail.ts';

const key = v.object({
	account: v.string(),
	owner: v.string(),
	list: v.string(),
	/** The id of the series on whose page it was begun. */
	series: v.string(),
	/** The forge's id of the mail that it answers. */
	answered: v.number(),
});
const body = v.object({
	/** Its document, with its header. */
	text: v.string(),
	/** The document before the user edited it. */
	composed: v.string(),
	/** The user's comments that it has. */
	comments: v.array(version),
	inReplyTo: v.nullable(v.string()),
	references: v.array(v.string()),
	/** To whom it can be sent instead of to the list. */
	sender: v.exactOptional(v.string()),
	/** Whether the user has sent it and taken it back: then it is theirs, even if they have not edited it. */
	wasSent: v.exactOptional(v.boolean()),
});

export type MailDraftKey = v.InferOutput<typeof key>;
export type MailDraftBody = v.InferOutput<typeof body>;
/** A mail that the user reads or edits before it is sent. */
export type MailDraft = Text<MailDraftKey, MailDraftBody>;
export type MailDrafts = Texts<MailDraftKey, MailDraftBody>;

/** How the drafts of mails are stored. One without a text is still there, so that its tab can be used. */
const mailDrafts: TextFormat<MailDraftKey, MailDraftBody> = {
	key,
	body,
	idOf: ({ series, answered }) => `${series} ${answered}`,
	isEmpty: ({ text, composed }) => text === '' && composed === '',
	continues: (one, before) => one.text.startsWith(before.text),
};

/** The drafts of mails of all accounts. Call `open` to read those on the disk. */
export const createMailDrafts = (storage: Storage, log: Log): MailDrafts =>
	new Texts({ storage, format: mailDrafts, log });

/** The mails that the user is writing: drafts that no mail on its way is made of, the one that was changed last first. */
export const writtenMails = (drafts: MailDrafts, mails: WaitingMails): readonly MailDraft[] =>
	drafts.editing.filter(({ id }) => !mails.mailWith(id));

/** These mails, for the rows of a view. One that has comments and is as it was composed has no row: its comments have one. */
export const savedMails = (drafts: MailDrafts, mails: WaitingMails): readonly SavedMail[] =>
	writtenMails(drafts, mails)
		.filter((draft) => draft.body.comments.length === 0 || !isUntouched(draft))
		.map((draft) => ({ id: draft.id, list: draft.key, text: draft.body.text, saved: draft.saved }));

/** Whether the user has only read it. */
export const isUntouched = ({ body: { text, composed, wasSent } }: MailDraft): boolean =>
	text === composed && wasSent !== true;

/** The body of the document of a mail, below its header. */
export const bodyOfDocument = (document: string): string => document.slice(document.indexOf('\n\n') + 2);

/** The sender that a document names. Undefined if it names none, or none that can be read. */
export const senderIn = (document: string): Address | undefined =>
	parseSender(/^From: *(.*)$/im.exec(document.split('\n\n', 1)[0] ?? '')?.[1] ?? '');

/** Whether a draft is part of a review, and not a reply that the user begins. */
export const isOfReview = ({ body: { comments, composed } }: MailDraft): boolean =>
	comments.length > 0 || hasOwnText(bodyOfDocument(composed));

export const seriesOfDraft = ({ key: { series, answered, ...list } }: MailDraft): SeriesKey =>
	parseSeriesId(series) ?? { ...list, mail: answered };

/** The series of a mail on its way. */
function seriesOfEntry({ key: { account, owner, list } }: MailEntry, mail: OutboxMail): SeriesKey {
	return parseSeriesId(mail.series) ?? { account, owner, list, mail: mail.answered };
}

/** A mail on its way, with a document, so that `keepDraft` makes it a draft. */
export const withDocument = (mail: OutboxMail): OutboxMail => ({
	document: newTextId(),
	composed: mailDocument(composedMail(mail.outgoing)),
	...mail,
});

/** Makes a mail that is no longer on its way, and has a document, a draft again, which is the user's. */
export async function keepDraft(
	drafts: MailDrafts,
	entry: MailEntry,
	confirm: HeldLock['confirm'],
): Promise<void> {
	const mail = entry.steps.at(-1)?.change;
	const { document: id, composed } = mail ?? {};
	if (!mail || id === undefined || composed === undefined) return;
	const known = drafts.get(id);
	// What a mail with comments is made of are drafts of their own.
	const kept = mail.comments.length === 0 && { wasSent: true };
	if (known?.state === 'editing') {
		if (isUntouched(known) && kept)
			await drafts.write(nextVersion(known, drafts.writer, { body: { ...known.body, ...kept } }));
		return;
	}
	const written = composedMail(mail.outgoing);
	const { messageId: _, ...list } = entry.key;
	const draft = {
		id,
		account: known?.account ?? { id: list.account, name: '', instance: '' },
		key: { ...list, series: idOfSeries(seriesOfEntry(entry, mail)), answered: mail.answered },
		body: {
			text: mailDocument(written),
			composed,
			comments: mail.comments,
			inReplyTo: written.inReplyTo ?? null,
			references: [...written.references],
			...kept,
		},
	};
	await drafts.editAgain(draft, true, confirm);
}

/** Marks the draft of a mail that was sent, and the documents of its review that the user has only read. */
export async function markDraftsSent(drafts: MailDrafts, mail: OutboxMail): Promise<void> {
	const isReadOnly = (draft: MailDraft) =>
		isUntouched(draft) &&
		isOfReview(draft) &&
		draft.key.series === mail.series &&
		draft.key.answered === mail.answered;
	if (mail.document !== undefined && mail.written) await drafts.markSent(mail.document, mail.written);
	for (const { id, state } of drafts.all.filter(isReadOnly)) {
		// Otherwise, the mail would be a draft again when the user opens its closed tab again.
		if (state === 'discarded') await drafts.restore(id);
		await drafts.markSent(id);
	}
}
