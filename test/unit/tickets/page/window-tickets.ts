import assert from 'node:assert/strict';
import type { Log } from '../../../../src/base/log/log.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { Outbox } from '../../../../src/platform/state/outbox/outbox.ts';
import type { Sender } from '../../../../src/platform/state/outbox/sender.ts';
import type { Storage } from '../../../../src/platform/state/store/storage.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { returnToDraft } from '../../../../src/tickets/state/changes/comment-drafts.ts';
import { draftAccountOf, type TicketDrafts } from '../../../../src/tickets/state/changes/draft-format.ts';
import {
	type TicketOutboxChange,
	ticketOutboxFormat,
} from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';

interface WindowOptions {
	readonly drafts: TicketDrafts;
	/** The storage of the outbox. */
	readonly storage: Storage;
	readonly log: Log;
	readonly now?: () => number;
	/** Sends a comment. */
	readonly send?: (text: string) => Promise<unknown>;
}

/** What the pages use of a window's tickets, without a forge. */
export function windowTickets({ drafts, storage, log, now, send }: WindowOptions) {
	const sender: Sender<TicketKey, TicketOutboxChange> = {
		send: async (key, { change }) => {
			try {
				await (send ?? assert.fail)(change.comment ?? '');
				return { kind: 'sent' };
			} finally {
				await drafts.whenNotSending(key);
			}
		},
		missing: async () => undefined,
		giveBack: (key, { draft: body = emptyBody }) =>
			returnToDraft(drafts, key, { account: draftAccountOf(key, undefined), body }),
	};
	const outbox = new Outbox({
		...{ storage, format: ticketOutboxFormat, sender, log, retryMs: () => 3_600_000, arrivalMs: 0 },
		...(now && { now }),
	});
	const direct: typeof sender = {
		...sender,
		send: async (_key, { change }) => {
			await (send ?? assert.fail)(change.comment ?? '');
			return { kind: 'sent' };
		},
	};
	return { drafts, outbox, sender: direct };
}
