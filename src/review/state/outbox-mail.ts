import * as v from 'valibot';
import type { Event } from '../../base/emitter.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { statusOutboxFormat } from '../../patches/state/status/status-outbox-format.ts';
import { idOfList, type ListKey } from '../../platform/model/keys.ts';
import type { DescribedEntry } from '../../platform/state/outbox/described-entry.ts';
import type { Entry, OutboxFormat } from '../../platform/state/outbox/entry.ts';
import type { Outbox } from '../../platform/state/outbox/outbox.ts';
import type { PreparedMail } from './prepare-mail.ts';
import type { ReviewComment, ReviewComments } from './review-comments.ts';

/** Identifies a mail of the user in the outbox: by its Message-ID, because the forge has no id for it yet. */
export interface OutboxMailKey extends ListKey {
	readonly messageId: string;
}

export const version = v.object({ id: v.string(), revision: v.number(), writer: v.string() });

const change = v.object({
	subject: v.string(),
	/** The mail as it is sent, with its header, and its SMTP envelope. */
	outgoing: v.object({ from: v.string(), to: v.array(v.string()), raw: v.string() }),
	/** The id of the series on whose page it was written. */
	series: v.string(),
	/** The forge's id of the mail that it answers. */
	answered: v.number(),
	/** The user's comments that it has. */
	comments: v.array(version),
	/** The document of the mail before the user edited it, if it was sent from there. */
	composed: v.exactOptional(v.string()),
	/** The id of its draft, and which version of it was sent. */
	document: v.exactOptional(v.string()),
	written: v.exactOptional(v.object({ revision: v.number(), writer: v.string() })),
	/** The status that the patchset gets when all mails of the review were sent. */
	status: v.exactOptional(v.object({ patchset: v.number(), change: statusOutboxFormat.change })),
	/** What the user had chosen in the panel of the review. */
	chosen: v.exactOptional(v.array(v.string())),
	/** The review whose mail this mail replaces, if it replaces one. */
	review: v.exactOptional(v.string()),
});

/** A mail of the user that is on its way to its recipients. */
export type OutboxMail = v.InferOutput<typeof change>;
export type MailOutbox = Outbox<OutboxMailKey, OutboxMail>;
export type MailEntry = Entry<OutboxMailKey, OutboxMail>;
/** A mail of the outbox, with the words that describe it. */
export type DescribedMail = DescribedEntry<OutboxMailKey, OutboxMail>;

/** The mails that are on their way, as pages and views need them. */
export interface WaitingMails {
	/** Fires when a mail was added, sent or removed in any window. */
	readonly onDidChange: Event<void>;
	/** The mails in the outbox that were written on the page of a series. `series`: its id. */
	about(series: string): readonly DescribedMail[];
	/** The mail in the outbox that has a comment, or is made of a draft. */
	mailWith(text: string): DescribedMail | undefined;
}

/** The comments that the user has not sent. */
export const draftsOf = (comments: ReviewComments, mails: WaitingMails): readonly ReviewComment[] =>
	// A mail without comments is kept as a text, too, which is no comment even while it is not marked as sent yet.
	comments.editing.filter(({ id, body }) => body.sentIn === undefined && !mails.mailWith(id));

/** Fails if a comment of a mail is no longer a draft about the mail that this one answers. */
export function checkComments(all: ReviewComments, { answered, comments }: PreparedMail | OutboxMail): void {
	for (const { id } of comments) {
		const text = all.get(id);
		if (text?.state !== 'editing' || text.key.mail !== answered)
			throw new ForgeError(
				'refused',
				'Some comments of this mail were sent, discarded or carried over in the meantime.',
				{ advice: 'Discard this mail. “Finish Review…” sends the comments that are still drafts.' },
			);
	}
}

/** The comments that were sent in mails to lists. They are kept until a moderator should have decided. */
export const sentToLists = (comments: ReviewComments): readonly ReviewComment[] =>
	comments.sent.filter(({ body }) => body.sentIn !== undefined && !body.isPrivate);

/**
 * The comments that the user has sent to the list, and that are not there as far as `isOnList` knows for a Message-ID. A mail can be there before
 * its server has confirmed it.
 */
export const sentComments = (
	comments: ReviewComments,
	mails: WaitingMails,
	isOnList: (messageId: string) => boolean,
): readonly ReviewComment[] =>
	[...comments.editing.filter(({ id }) => mails.mailWith(id)), ...sentToLists(comments)].filter(
		({ id, body }) => !isOnList(mails.mailWith(id)?.key.messageId ?? body.sentIn ?? ''),
	);

/** How the outbox stores mails. The same mail is there only once. */
export const mailOutboxFormat: OutboxFormat<OutboxMailKey, OutboxMail> = {
	key: v.object({ account: v.string(), owner: v.string(), list: v.string(), messageId: v.string() }),
	change,
	idOf: (key) => `${idOfList(key)} ${key.messageId}`,
	accountOf: ({ account }) => account,
	merge: (_earlier, later) => later,
	leftAfter: () => undefined,
	without: (_earlier, later) => later,
};

/** The id of a review. Its mails are those that the user has sent together, and those that have replaced refused ones. */
export function reviewOf({ steps }: MailEntry): string | undefined {
	const step = steps.at(-1);
	return step?.change.review ?? step?.group;
}

/** Whether a mail has a comment, or is made of a draft. */
export const hasText = ({ steps }: MailEntry, text: string): boolean =>
	steps.some(({ change }) => change.document === text || change.comments.some(({ id }) => id === text));

/** Whether a mail has a document: it was sent from there, or the user wants to edit it. */
export const isEdited = ({ steps }: MailEntry): boolean => steps.at(-1)?.change.composed !== undefined;

/** Why a new mail cannot take the place of one in the outbox. */
export const conflictWith = ({ state }: MailEntry): ForgeError =>
	new ForgeError(
		'refused',
		state.kind === 'refused'
			? 'An earlier mail with this content may have been sent. Send that one again or discard it first.'
			: 'A mail with this content is already waiting to be sent.',
	);
