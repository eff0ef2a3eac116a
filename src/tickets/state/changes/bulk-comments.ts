import * as v from 'valibot';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { idOfTicket, type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import type { Draft, DraftFormat } from '../../../platform/state/drafts/draft.ts';
import type { Drafts } from '../../../platform/state/drafts/drafts.ts';
import type { SendRecord } from '../../../platform/state/drafts/send-record.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { draftWithout, type SentText } from '../../model/line-below.ts';
import { earlierBase } from '../../model/ticket-draft.ts';
import { draftAccountOf } from './draft-format.ts';
import { type AddComment, type MovedComment, movedComment, sentText } from './moved-text.ts';

type CommentKey = readonly TicketKey[];

const commentBody = v.object({
	...sentText.entries,
	/** For each ticket, the version (`updated`) that the user saw when they began to write. */
	versions: v.exactOptional(v.fallback(v.record(v.string(), v.string()), {})),
});

/** Markdown. Only the record of a send has a text `above`. */
type CommentBody = v.InferOutput<typeof commentBody>;

export type BulkComment = Draft<CommentKey, CommentBody>;
type CommentDrafts = Drafts<CommentKey, CommentBody>;

/** The tickets in the order of the comment for them, which does not depend on the order in which the user selected them. */
export const inOrder = (tickets: CommentKey): CommentKey =>
	[...tickets].sort(
		(one, other) =>
			one.account.localeCompare(other.account) ||
			trackerRef(one).localeCompare(trackerRef(other)) ||
			one.ticket - other.ticket,
	);

type Versions = Readonly<Record<string, string>>;

function earlierVersions(one: Versions = {}, other: Versions = {}): Versions {
	const versions: Record<string, string> = { ...one };
	for (const [key, version] of Object.entries(other))
		versions[key] = earlierBase(version, one[key] ?? null) ?? version;
	return versions;
}

/** The drafts of comments for several tickets. The same tickets have one comment. */
export const bulkComments: DraftFormat<CommentKey, CommentBody> = {
	key: movedComment.entries.tickets,
	body: commentBody,
	spell: (tickets) => inOrder(tickets).map(idOfTicket).join('\n'),
	isEmpty: ({ text }) => text.trim() === '',
	continues: ({ text }, before) => text.startsWith(before.text),
	withEarlier: (body, { text, versions }) => ({
		...body,
		versions: earlierVersions(body.versions, versions),
		text: `${text.trimEnd()}\n\n${body.text}`,
	}),
};

interface BulkCommentsOptions {
	readonly drafts: CommentDrafts;
	readonly sessionOf: (account: string) => Session | undefined;
	/** The version of a ticket (`updated`) that the user sees. */
	readonly versionOf: (key: TicketKey) => string | undefined;
}

/** The comments for several tickets that are not sent yet. */
export class BulkComments {
	readonly drafts: CommentDrafts;
	readonly #options: BulkCommentsOptions;

	constructor(options: BulkCommentsOptions) {
		this.drafts = options.drafts;
		this.#options = options;
	}

	/** Empty if nothing is written. */
	textOf(tickets: CommentKey): string {
		return this.drafts.get(tickets)?.body.text ?? '';
	}

	/** The version of one of the tickets that the user saw when they began to write the comment for them. */
	versionWhenBegun(tickets: CommentKey, key: TicketKey): string | undefined {
		return this.drafts.get(tickets)?.body.versions?.[idOfTicket(key)];
	}

	/** Resolves when the text, or a newer one, is on disk. */
	async save(tickets: CommentKey, text: string): Promise<void> {
		await this.drafts.save(this.#unsaved(tickets, text));
	}

	/** The text that any window has sent since a version that was saved at this time; undefined if none was. */
	sentSince(tickets: CommentKey, saved: number): Promise<string | undefined> {
		return sentSince(this.drafts.sendRecord(tickets), saved);
	}

	/**
	 * Moves a text to the outbox with `add`, and keeps what the user has written above it, and after it meanwhile. Only one window does so at a time.
	 * Fails if another window has sent the text since the version of `saved`. If this window is killed, `settle` completes it.
	 */
	async send(
		tickets: CommentKey,
		{ now, saved, ...sent }: SentText & { readonly now: string; readonly saved: number },
		add: AddComment,
	): Promise<void> {
		const unsaved = this.#unsaved(tickets, now);
		const { key } = unsaved;
		const { text } = sent;
		if ((await this.sentSince(key, saved)) === text) throw sentError();
		await this.drafts.sendAlone(unsaved, async (record) => {
			// Another window may have sent it while this one waited.
			if ((await sentSince(record, saved)) === text) {
				await this.#removeSent(key, sent);
				throw sentError();
			}
			const at = Date.now();
			const draft = { ...unsaved, body: sent, saved: at };
			await record.put({ draft, newest: 0, at, isSent: false });
			await add({ tickets: key, at });
			await this.#removeSent(key, sent);
			await record.put({ draft, newest: 0, at, isSent: true });
		});
	}

	/** Removes from its draft what is in the outbox, if the window that has moved it there was killed before it did so. */
	settle({ tickets, at }: MovedComment): Promise<void> {
		return this.drafts.runAfterSending(tickets, async () => {
			const record = this.drafts.sendRecord(tickets);
			const last = await record.read();
			if (!last || last.isSent || last.at !== at) return;
			await this.#removeSent(tickets, last.draft.body);
			await record.put({ ...last, isSent: true });
		});
	}

	/** The record of the send prevents a second one, so the text is sent even if its draft cannot be changed. */
	async #removeSent(tickets: CommentKey, sent: SentText): Promise<void> {
		const now = this.textOf(tickets);
		const rest = draftWithout(sent, now);
		if (rest !== now) await this.save(tickets, rest).catch(() => {});
	}

	#unsaved(tickets: CommentKey, text: string) {
		const key = inOrder(tickets);
		const [first] = key;
		if (!first) throw new ForgeError('missing', 'There are no tickets to comment on.');
		const draft = this.drafts.get(key);
		const account = draftAccountOf(first, this.#options.sessionOf(first.account), draft?.account);
		return { account, key, body: { text, versions: this.#versionsOf(key, draft?.body.versions) } };
	}

	/** The versions of tickets that the user saw at first, with those of tickets that were not known then. */
	#versionsOf(tickets: CommentKey, known: Versions = {}): Versions {
		const versions: Record<string, string> = { ...known };
		for (const key of tickets) {
			const version = versions[idOfTicket(key)] ?? this.#options.versionOf(key);
			if (version !== undefined) versions[idOfTicket(key)] = version;
		}
		return versions;
	}
}

export const sentError = () => new ForgeError('missing', 'This comment was already sent.');

async function sentSince(
	record: Pick<SendRecord<CommentKey, CommentBody>, 'read'>,
	saved: number,
): Promise<string | undefined> {
	const last = await record.read();
	return last?.isSent && saved <= last.draft.saved ? last.draft.body.text : undefined;
}
