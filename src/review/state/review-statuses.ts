import type { Log } from '../../base/log/log.ts';
import type { StatusOutboxChange } from '../../patches/state/status/status-outbox-format.ts';
import type { PatchsetKey } from '../../platform/model/keys.ts';
import { type MailEntry, type OutboxMail, type OutboxMailKey, reviewOf } from './outbox-mail.ts';
import type { ReviewChoices } from './review-choices.ts';

interface ReviewStatusesOptions {
	/** The mails in the outbox. */
	readonly entries: () => readonly MailEntry[];
	readonly setStatus: (key: PatchsetKey, change: StatusOutboxChange) => Promise<unknown>;
	readonly choices: ReviewChoices;
	readonly log: Log;
}

/** The statuses that patchsets get with the mails of reviews: set when all mails of a review were sent, or else chosen again. */
export class ReviewStatuses {
	readonly #options: ReviewStatusesOptions;
	/** The Message-IDs of mails in the outbox whose status was set already. */
	readonly #alreadySet = new Set<string>();

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

	/** Mails were undone or discarded. What the user had chosen for them is chosen again, the status only if no mail of the review is left. */
	didTakeBack(removed: readonly MailEntry[]): void {
		for (const entry of removed) {
			const { series = '', status, chosen = [] } = entry.steps.at(-1)?.change ?? {};
			const isSetByOthers = !status || this.#left(entry).length > 0;
			const all = isSetByOthers ? chosen : [...chosen, `status ${status.change.status}`];
			this.#options.choices.giveBack(series, all);
		}
	}

	/** The review and status of mails that new ones replace: its status waits for the new mails, too. */
	continued(replaced: readonly MailEntry[]): Partial<OutboxMail> {
		for (const entry of replaced.toReversed()) {
			const { status } = entry.steps.at(-1)?.change ?? {};
			const review = reviewOf(entry);
			if (status && review !== undefined) return { review, status };
		}
		return {};
	}

	#entry({ messageId }: OutboxMailKey): MailEntry | undefined {
		return this.#options.entries().find(({ key }) => key.messageId === messageId);
	}

	/** The mails in the outbox that belong to the review of a mail, with this mail itself while it is there. */
	#left(entry: MailEntry): readonly MailEntry[] {
		return this.#options.entries().filter((one) => reviewOf(one) === reviewOf(entry));
	}
}
