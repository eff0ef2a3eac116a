import type { MailEntry } from './outbox-mail.ts';
import { withoutStatusField } from './outgoing-mail.ts';
import { isStatus } from './review-choices.ts';

/** A mail in the outbox that no longer sets a status, neither by a request nor by its header. */
export const withoutStatus = (entry: MailEntry): MailEntry => ({
	...entry,
	steps: entry.steps.map((step) => {
		const { status: _, chosen = [], ...change } = step.change;
		const outgoing = { ...change.outgoing, raw: withoutStatusField(change.outgoing.raw) };
		return { ...step, change: { ...change, outgoing, chosen: chosen.filter((one) => !isStatus(one)) } };
	}),
});
