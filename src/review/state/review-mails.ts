import { join } from 'node:path';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { covers } from '../../forge/contract/covers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Address } from '../../mail/message/mail.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import type { StatusOutboxChange } from '../../patches/state/status/status-outbox-format.ts';
import { idOfSeries, type ListKey, type PatchsetKey, type SeriesKey } from '../../platform/model/keys.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { isCertainlyNotMade } from '../../platform/state/outbox/entry.ts';
import { Outbox } from '../../platform/state/outbox/outbox.ts';
import { keepDraft, type MailDrafts, markDraftsSent } from './mail-drafts.ts';
import { type ExpectedMail, MailSearch } from './mail-search.ts';
import type { SendOutcome } from './mail-server/send-outcome.ts';
import { mailKind, quotedTitle } from './mail-words.ts';
import {
	checkComments,
	conflictWith,
	type DescribedMail,
	hasText,
	isEdited,
	type MailEntry,
	type OutboxMail,
	type OutboxMailKey,
	reviewOf,
	type WaitingMails,
} from './outbox-mail.ts';
import { type Deliver, isForList, outboxMailSender, type StopWaiting } from './outbox-mail-sender.ts';
import { messageIdOf, outgoingMail } from './outgoing-mail.ts';
import type { CommentVersion, PreparedMail } from './prepare-mail.ts';
import { type Choices, isStatus, ReviewChoices } from './review-choices.ts';
import type { ReviewComments } from './review-comments.ts';
import { ReviewStatuses } from './review-statuses.ts';
import { keepSent, takeBack } from './sent-texts.ts';
import { withoutStatus } from './without-status.ts';

interface ReviewMailsOptions {
	readonly lists: MailingLists;
	readonly forges: { readonly isTemporary: AccountSource['isTemporary'] };
	readonly comments: () => Promise<ReviewComments>;
	readonly drafts: () => Promise<MailDrafts>;
	readonly deliver: Deliver;
	readonly setStatus: (key: PatchsetKey, change: StatusOutboxChange) => Promise<unknown>;
	/** Whether the forge lets the user set statuses in a list, as far as is known. */
	readonly canSetStatus: (list: ListKey) => boolean;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	readonly log: Log;
	/** Shows the document of a mail that was sent from there, after it was taken out of the outbox. */
	readonly reopen?: (entry: MailEntry) => Promise<void>;
	/** Asks for what is missing to send mails now. Resolves with whether to send them. */
	readonly mayResend?: (entries: readonly MailEntry[]) => Promise<boolean>;
	/** See `MailSearch`. */
	readonly lookAfterMs?: readonly number[];
}

/** What the user sends. */
export interface SentReview {
	readonly series: SeriesKey;
	readonly mails: readonly PreparedMail[];
	/** The sender of those mails that do not name one. */
	readonly from: Address;
	/** The status that the patchset gets when all of the mails were sent. */
	readonly status?: { readonly patchset: number; readonly change: StatusOutboxChange } | undefined;
	/** What they have chosen in the panel of the review, if they send it from there. */
	readonly chosen?: Choices | undefined;
}

/** A mail that was sent, or is on its list. */
export interface SentMail {
	readonly key: OutboxMailKey;
	readonly mail: OutboxMail;
}

const isAbout = ({ steps }: MailEntry, series: string): boolean => steps.at(-1)?.change.series === series;

const versionOf = ({ revision, writer }: CommentVersion) => ({ revision, writer });

/**
 * The mails that the user sends, of all windows and accounts, until they were sent. Comments of mails that are undone or discarded are drafts
 * again, as are mails that the user has written in a document.
 * Reasons: docs/decisions/mails-in-the-outbox.md.
 */
export class ReviewMails extends Outbox<OutboxMailKey, OutboxMail> implements WaitingMails {
	/** What the user has chosen for mails that they have not sent. */
	readonly choices = new ReviewChoices();
	readonly #options: ReviewMailsOptions;
	readonly #lifetime = new Lifetime();
	readonly #sent: Emitter<SentMail>;
	/** The Message-IDs of what this window has sent. */
	readonly #sentIds = new Set<string>();
	readonly #statuses: ReviewStatuses;
	/** What this window has sent to a list, until it is there. By Message-ID. */
	readonly #awaited = new Map<string, SentMail>();
	readonly #search: MailSearch;
	readonly #stopWaiting: StopWaiting;

	/** Resolves when the mails on their way are loaded. */
	static async open(options: ReviewMailsOptions): Promise<ReviewMails> {
		const mails = new ReviewMails(options);
		await mails.open();
		return mails;
	}

	private constructor(options: ReviewMailsOptions) {
		const { lists, forges, comments, deliver, setStatus, folder, log, lookAfterMs } = options;
		const sender = outboxMailSender({
			accountOf: (account) => lists.of(account),
			comments,
			deliver,
			didSend: (key, mail) => this.#didSend(key, mail),
			didAnswerLate: (...answered) => this.#didAnswerLate(...answered),
		});
		super({
			storage: fileStorage(join(folder, 'mail-outbox'), log),
			kind: mailKind,
			sender,
			isLocal: ({ account }) => forges.isTemporary(account),
			willDiscard: async (entries, _, confirm) => {
				// Those of an earlier version have no draft.
				const drafts = await this.#options.drafts();
				for (const entry of entries) await keepDraft(drafts, entry, confirm);
			},
			log,
		});
		this.#options = options;
		this.#stopWaiting = sender.stopWaiting;
		this.#sent = this.#lifetime.add(
			new Emitter<SentMail>((failure) => log.error('A listener for sent mails failed', failure)),
		);
		const { choices } = this;
		this.#statuses = new ReviewStatuses({ entries: () => this.entries, setStatus, choices, log });
		this.#lifetime.add(
			this.onDidSettle(({ entry, result }) => {
				if (result.kind === 'sent') background(this.#statuses.didLeave(entry));
			}),
		);
		this.#lifetime.add(lists.onDidChange(() => this.didChangeAccounts()));
		this.#search = new MailSearch({
			accountOf: (account) => lists.of(account),
			expected: () => this.#expected,
			didFind: (found) => this.#didFind(found),
			lifetime: this.#lifetime,
			log,
			...(lookAfterMs && { lookAfterMs }),
		});
		for (const event of [this.onDidChange, lists.onDidChange])
			this.#lifetime.add(event(() => this.#search.lookLater()));
	}

	/** Fires when this window has sent a mail, or has found it on its list. */
	get onDidSend(): Event<SentMail> {
		return this.#sent.event;
	}

	about(series: string): readonly DescribedMail[] {
		return this.entries.filter((entry) => isAbout(entry, series));
	}

	mailWith(text: string): DescribedMail | undefined {
		return this.entries.find((entry) => hasText(entry, text) || entry.key.messageId === text);
	}

	/**
	 * Adds mails to the outbox, to be sent after `delayMs`. Until then, the user can undo that. They take the place of refused mails with the same
	 * comments. With a status, these mails alone set it: other mails of the same reviews, and refused mails about the series, set none. Fails with
	 * a `ForgeError` if one of the mails, or one of their comments, is on its way or was sent.
	 */
	async send({ series, mails, from, status, chosen }: SentReview, delayMs: number): Promise<void> {
		const all = await this.#options.comments();
		await all.settled();
		const { account, owner, list } = series;
		const date = new Date(timeOfDay());
		const maySetStatus = this.#maySetStatus(series);
		const added = mails.map((prepared, index) => {
			const { mail, answered, comments, composed, document } = prepared;
			const messageId = messageIdOf(prepared, mail.from ?? from);
			if (this.#sentIds.has(messageId))
				throw new ForgeError('refused', `You have already sent this mail: ${quotedTitle(mail)}.`);
			checkComments(all, prepared);
			const isLast = index === mails.length - 1;
			const inHeader = isLast && !maySetStatus ? status?.change.status : undefined;
			const { from: sender, to, raw } = outgoingMail(prepared, from, date, inHeader);
			return {
				key: { account, owner, list, messageId },
				change: {
					subject: mail.subject,
					outgoing: { from: sender, to: [...to], raw },
					series: idOfSeries(series),
					answered,
					comments: [...comments],
					...(composed !== undefined && { composed }),
					...(document && { document: document.id, written: versionOf(document) }),
					...(status && maySetStatus && { status }),
					...(chosen && { chosen: [...chosen].filter((one) => inHeader || !isStatus(one)) }),
				},
			};
		});
		const isReplaced = (entry: MailEntry) =>
			added.some(
				({ key, change: { comments, document } }) =>
					entry.key.messageId === key.messageId ||
					comments.some(({ id }) => hasText(entry, id)) ||
					(document !== undefined && hasText(entry, document)),
			);
		const drafts = await this.#options.drafts();
		const editQueue = async (queue: readonly MailEntry[]) => {
			for (const { document } of mails) if (document) await drafts.checkToSend(document.id);
			const replaced = queue.filter(isReplaced);
			for (const entry of replaced) if (!isCertainlyNotMade(entry)) throw conflictWith(entry);
			const left = queue.filter((entry) => !isReplaced(entry));
			if (!status) return left;
			const reviews = new Set(replaced.map(reviewOf));
			const isEarlier = (entry: MailEntry) =>
				reviews.has(reviewOf(entry)) || (isCertainlyNotMade(entry) && isAbout(entry, idOfSeries(series)));
			return left.map((entry) => (isEarlier(entry) ? withoutStatus(entry) : entry));
		};
		const continued = status || chosen ? {} : this.#statuses.continued(this.entries.filter(isReplaced));
		const changes = added.map(({ key, change }) => ({ key, change: { ...continued, ...change } }));
		await this.add(changes, delayMs, { editQueue });
		this.choices.take(idOfSeries(series), chosen ?? new Set(), status?.change.status);
	}

	override async undo(group?: string): Promise<readonly DescribedMail[]> {
		const undone = await super.undo(group);
		this.#statuses.didTakeBack(undone);
		await this.#reopen(undone);
		return undone;
	}

	override async discard(...ids: readonly string[]): Promise<readonly string[]> {
		const entries = this.#withIds(ids);
		const discarded = await super.discard(...ids);
		const all = await this.#options.comments();
		// A mail without comments is kept as a text, under its Message-ID.
		for (const { id, key } of entries)
			if (discarded.includes(id) && all.get(key.messageId)?.state === 'editing')
				await all.discard(key.messageId);
		const removed = entries.filter(({ id }) => discarded.includes(id));
		this.#statuses.didTakeBack(removed);
		await this.#reopen(removed);
		return discarded;
	}

	override async sendNow(...ids: readonly string[]): Promise<void> {
		if (await this.#mayResend(ids)) await super.sendNow(...ids);
	}

	override async sendAll(ids: readonly string[]): Promise<void> {
		if (await this.#mayResend(ids)) await super.sendAll(ids);
	}

	/** See `takeBack`. */
	async takeBack(messageId: string): Promise<string | undefined> {
		const entry = await takeBack(await this.#options.comments(), this, messageId);
		if (entry === undefined) return undefined;
		this.#stopWaiting(messageId);
		this.#sentIds.delete(messageId);
		this.#awaited.delete(messageId);
		return entry;
	}

	override dispose(): void {
		this.#lifetime.dispose();
		super.dispose();
	}

	/** The user finds the documents under *Drafts*, even if they cannot be shown. */
	async #reopen(entries: readonly MailEntry[]): Promise<void> {
		for (const entry of entries.filter(isEdited)) await this.#options.reopen?.(entry);
	}

	#withIds(ids: readonly string[]): readonly DescribedMail[] {
		return this.entries.filter(({ id }) => ids.includes(id));
	}

	async #mayResend(ids: readonly string[]): Promise<boolean> {
		const { mayResend } = this.#options;
		return !mayResend || mayResend(this.#withIds(ids));
	}

	/** Whether Tildeforge may set statuses in a list for the user, as far as is known. If not, a mail can set them by its header. */
	#maySetStatus(list: ListKey): boolean {
		const { lists, canSetStatus } = this.#options;
		const { scopes = null } = lists.of(list.account)?.session ?? {};
		return (scopes === null || covers(scopes, 'patches:write')) && canSetStatus(list);
	}

	/** Never rejects, because the mail is out. */
	async #didSend(key: OutboxMailKey, mail: OutboxMail): Promise<void> {
		await this.#markSent(key, mail);
		if (isForList(key, mail)) this.#awaited.set(key.messageId, { key, mail });
		this.#search.lookLater();
		// Before the mail leaves the outbox: if this window ends, the next one finds it there and sets the status.
		if (this.#statuses.isLast(key)) await this.#statuses.setStatusOf(key, mail);
		this.#sent.fire({ key, mail });
	}

	async #markSent(key: OutboxMailKey, mail: OutboxMail): Promise<void> {
		this.#sentIds.add(key.messageId);
		try {
			await keepSent(await this.#options.comments(), this.#options.lists, key, mail);
			await markDraftsSent(await this.#options.drafts(), mail);
		} catch (error) {
			this.#options.log.error('A mail was sent, but its comments could not be marked as sent', error);
		}
	}

	/** The server has answered only after the mail was recorded as one that may have been sent. */
	async #didAnswerLate(key: OutboxMailKey, mail: OutboxMail, { kind }: SendOutcome): Promise<void> {
		const [entry] = this.of(key);
		if (entry) await this.check(entry.id);
		// The user has taken the mail out of the outbox meanwhile, which has made its comments drafts again.
		else if (kind === 'sent') await this.#markSent(key, mail);
	}

	/** Lets the outbox check the mail: one window records that it was sent, even if this window ends or another one has found the mail, too. */
	async #didFind({ key, entry }: ExpectedMail): Promise<void> {
		this.#stopWaiting(key.messageId);
		if (entry !== undefined) await this.check(entry);
		this.#awaited.delete(key.messageId);
	}

	/** The mails that may be on their list, or will be. */
	get #expected(): readonly ExpectedMail[] {
		const uncertain = this.entries.flatMap(({ id, key, state, steps }): ExpectedMail[] => {
			const mail = steps.at(-1)?.change;
			if (!mail || !isForList(key, mail)) return [];
			if (state.kind === 'sending') return [{ key }];
			return state.kind === 'refused' && state.mayBeDone ? [{ key, entry: id }] : [];
		});
		const known = new Set(uncertain.map(({ key }) => key.messageId));
		return [...uncertain, ...[...this.#awaited.values()].filter(({ key }) => !known.has(key.messageId))];
	}
}
