import type { Log } from '../../../base/log/log.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import type { BulkComments } from './bulk-comments.ts';
import { removeMovedDrafts, removeMovedLine } from './comment-drafts.ts';
import type { TicketDrafts } from './draft-format.ts';
import type { MovedText } from './moved-text.ts';
import type { TicketEntry, TicketOutboxChange } from './ticket-outbox-format.ts';

interface DraftCleanupOptions {
	readonly drafts: TicketDrafts;
	readonly bulkComments: Pick<BulkComments, 'settle'>;
	readonly log: Log;
}

/** Removes from the drafts what is in the outbox, if the window that has moved it there was killed before it did so. */
export class DraftCleanup {
	readonly #options: DraftCleanupOptions;
	readonly #settledGroups = new Set<string>();

	constructor(options: DraftCleanupOptions) {
		this.#options = options;
	}

	/** Never rejects. */
	async remove(entries: readonly TicketEntry[]): Promise<void> {
		const steps = entries.flatMap(({ key, steps: all }) => all.map((step) => ({ ...step, key })));
		try {
			await removeMovedDrafts(this.#options.drafts, entries);
			for (const { group, change, key } of steps) {
				if (!change.moved || this.#settledGroups.has(group)) continue;
				this.#settledGroups.add(group);
				try {
					await this.#settle(change.moved, key);
				} catch (error) {
					this.#settledGroups.delete(group);
					throw error;
				}
			}
		} catch (error) {
			this.#options.log.error('The draft of a comment that is being sent could not be removed', error);
		}
	}

	/** Runs `send`. Does not resolve before the comment is out of its draft: when the outbox has sent it, no window can see that it was there. */
	async send<T>(
		key: TicketKey,
		{ moved }: TicketOutboxChange,
		entries: () => readonly TicketEntry[],
		send: () => Promise<T>,
	): Promise<T> {
		if (moved) await this.#settle(moved, key);
		try {
			return await send();
		} finally {
			const { drafts } = this.#options;
			await drafts.whenNotSending(key);
			const sent = entries();
			// Another window may just have written the draft.
			if (sent.some(({ steps }) => steps.some(({ change }) => change.draft)))
				await drafts.readNow().catch(() => {});
			await this.remove(sent);
		}
	}

	#settle(moved: MovedText, key: TicketKey): Promise<void> {
		const { drafts, bulkComments } = this.#options;
		return 'tickets' in moved ? bulkComments.settle(moved) : removeMovedLine(drafts, key, moved);
	}
}
