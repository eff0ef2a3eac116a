import type { MailEntry } from './outbox-mail.ts';
import { withoutStatusField } from './outgoing-mail.ts';

/** A mail in the outbox that no longer sets a status, neither by a request nor by its header. */
export const withoutStatus = (entry: MailEntry): MailEntry => ({
	...entry,
	steps: entry.steps.map((step) => {
		const { status: _, outgoing, ...change } = step.change;
		return {
			...step,
			change: { ...change, outgoing: { ...outgoing, raw: withoutStatusField(outgoing.raw) } },
		};
	}),
});
