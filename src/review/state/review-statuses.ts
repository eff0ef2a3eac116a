import type { Log } from '../../base/log/log.ts';
import type { SettableStatus, StatusOutboxChange } from '../../patches/state/status/status-outbox-format.ts';
import { idOfSeries, type PatchsetKey, type SeriesKey } from '../../platform/model/keys.ts';
import { hasText, type MailEntry, type OutboxMail, type OutboxMailKey, reviewOf } from './outbox-mail.ts';
import type { CommentVersion } from './prepare-mail.ts';

interface ReviewStatusesOptions {
	/** The mails in the outbox. */
	readonly entries: () => readonly MailEntry[];
	readonly setStatus: (key: PatchsetKey, change: StatusOutboxChange) => Promise<unknown>;
	readonly log: Log;
}

/** The statuses that patchsets get with the mails of reviews: set when all mails of a review were sent, or else chosen again. */
export class ReviewStatuses {
	readonly #options: ReviewStatusesOptions;
	/** The Message-IDs of mails in the outbox whose status was set already. */
	readonly #alreadySet = new Set<string>();
	/** The statuses of mails that were undone or discarded, until the series is answered again. By the id of the series. */
	readonly #returned = new Map<string, SettableStatus>();

	constructor(options: ReviewStatusesOptions) {
		this.#options = options;
	}

	/** Whether no other mail of its review is left in the outbox, such as a refused one. */
	isLast(key: OutboxMailKey): boolean {
		const entry = this.#entry(key);
		return !entry || this.#left(entry).length === 1;
	}

	/** Sets the status that a patchset gets with a mail, unless the user has chosen another one while it was sent. Never rejects. */
	async setStatusOf(key: OutboxMailKey, mail: OutboxMail): Promise<void> {
		const { setStatus, log } = this.#options;
		const { account, owner, list, messageId } = key;
		const { status } = this.#entry(key)?.steps.at(-1)?.change ?? mail;
		this.#alreadySet.add(messageId);
		if (!status) return;
		try {
			await setStatus({ account, owner, list, patchset: status.patchset }, status.change);
		} catch (error) {
			log.error('A mail was sent, but the status of its patchset could not be set', error);
		}
	}

	/**
	 * A mail that was sent has left the outbox. Sets its status if that was not done when it was sent, because another mail of its review was still in
	 * the outbox. That one may have been undone or discarded since, in any window. Never rejects.
	 */
	async didLeave(entry: MailEntry): Promise<void> {
		const { key, steps } = entry;
		const mail = steps.at(-1)?.change;
		if (mail && !this.#alreadySet.has(key.messageId) && this.#left(entry).length === 0)
			await this.setStatusOf(key, mail);
		this.#alreadySet.delete(key.messageId);
	}

	/** Mails were undone or discarded. The user chooses the status of a review again if none of its mails is left. */
	didTakeBack(removed: readonly MailEntry[]): void {
		for (const entry of removed) {
			const { series = '', status } = entry.steps.at(-1)?.change ?? {};
			if (status && this.#left(entry).length === 0) this.#returned.set(series, status.change.status);
		}
	}

	/** See `ReviewMails.returnedStatus`. */
	returned(series: SeriesKey, comments: readonly CommentVersion[]): SettableStatus | undefined {
		const withComment = this.#options
			.entries()
			.find((entry) => comments.some(({ id }) => hasText(entry, id)) && this.#left(entry).length === 1);
		return this.#returned.get(idOfSeries(series)) ?? withComment?.steps.at(-1)?.change.status?.change.status;
	}

	/** The review and status of mails that new ones replace. If other mails of the review are left, its status waits for the new mails, too. */
	continued(replaced: readonly MailEntry[]): Partial<OutboxMail> {
		for (const entry of replaced.toReversed()) {
			const { status } = entry.steps.at(-1)?.change ?? {};
			const review = reviewOf(entry);
			const areOthersLeft = this.#left(entry).some((one) => !replaced.includes(one));
			if (status && review !== undefined && areOthersLeft) return { review, status };
		}
		return {};
	}

	/** The series is answered again. */
	didAnswer(series: SeriesKey): void {
		this.#returned.delete(idOfSeries(series));
	}

	#entry({ messageId }: OutboxMailKey): MailEntry | undefined {
		return this.#options.entries().find(({ key }) => key.messageId === messageId);
	}

	/** The mails in the outbox that belong to the review of a mail, with this mail itself while it is there. */
	#left(entry: MailEntry): readonly MailEntry[] {
		return this.#options.entries().filter((one) => reviewOf(one) === reviewOf(entry));
	}
}
