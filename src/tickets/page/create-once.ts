import { DescribedError, describeError } from '../../platform/page/error-messages.ts';
import type {
	RecordedSend as AnySending,
	SendRecord as AnySendRecord,
} from '../../platform/state/drafts/send-record.ts';
import { type DraftBody, type DraftKey, emptyBody, isSame, withoutSent } from '../model/ticket-draft.ts';
import type { TicketDraft } from '../state/changes/draft-format.ts';

type Sent = AnySending<DraftKey, DraftBody>;

/** How to create what a draft describes, and how to check whether it exists. */
export interface CreationWork {
	readonly send: (body: DraftBody) => Promise<unknown>;
	/** Whether the forge has what was sent by a window that was interrupted. */
	readonly hasArrived: (sending: Sent) => Promise<boolean>;
	/** Adds labels to what exists by now, because a forge does not accept them with a new ticket. Never fails. */
	readonly label: (names: readonly string[]) => Promise<unknown>;
	/** The number of the newest ticket that is known; 0 if there is none. */
	readonly newest: () => number;
}

interface CreationOptions {
	readonly now: () => number;
	/** Removes what was sent from the draft. */
	readonly removeSent: (sent: TicketDraft) => Promise<void>;
}

const sentBeforeError = new DescribedError({
	problem:
		'The forge already has an earlier version of this draft. Only your later changes are left here. Send them if they are still needed.',
	mayBeDone: true,
});

/**
 * The title and text of a draft that was sent, without its labels. Those are added again, which changes nothing if the ticket
 * has them.
 */
const textOf = ({ draft }: Sent): DraftBody => {
	const { base, title, text } = draft.body;
	return { ...emptyBody, base, title, text };
};

/** Whether a draft still has text from a send whose outcome is unknown, and is not a later draft. */
function isUnsettled(sending: Sent | undefined, body: DraftBody): sending is Sent {
	if (!sending || sending.isSent || sending.draft.body.base !== body.base) return false;
	return !isSame(withoutSent(body, textOf(sending)), body);
}

/** Creates the ticket that a draft describes. Does not create it again if a window was closed while it did so. */
export async function createOnce(
	draft: TicketDraft,
	work: CreationWork,
	record: AnySendRecord<DraftKey, DraftBody>,
	{ now, removeSent }: CreationOptions,
): Promise<void> {
	const { body } = draft;
	// This window may not know yet that another one has sent it.
	if (await record.hasSent(draft)) return removeSent(draft);
	const last = await record.read();
	if (isUnsettled(last, body) && (await work.hasArrived(last))) {
		const sentText = textOf(last);
		const { title, text } = withoutSent(body, sentText);
		const isSameTicket = title === '' && text.trim() === '';
		const { addLabels } = isSameTicket ? body : last.draft.body;
		await work.label(addLabels);
		await removeSent(isSameTicket ? draft : { ...draft, body: { ...sentText, addLabels } });
		if (isSameTicket) return;
		throw sentBeforeError;
	}
	await record.put({ draft, newest: work.newest(), at: now(), isSent: false });
	try {
		await work.send(body);
	} catch (error) {
		if (!describeError(error).mayBeDone) await record.remove();
		throw error;
	}
	// Before the draft is gone: if the window is closed in between, the next attempt finds the ticket and adds them again.
	await work.label(body.addLabels);
	await removeSent(draft);
}
