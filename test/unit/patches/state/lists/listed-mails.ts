import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { findThreads, type ThreadSummaries } from '../../../../../src/patches/state/lists/series-summary.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';

/** A mail as a list has it. */
export const listedMail = (id: number, more: Partial<MailSummary> = {}): MailSummary => ({
	id,
	created: new Date(Date.UTC(2026, 10, 3) + id * 60_000).toISOString(),
	subject: `Mail ${id}`,
	messageId: `<${id}@example.org>`,
	...{ parent: null, thread: null, sender: null, patchset: null, isPull: false },
	...more,
});

/** What a list has of these mails and patchsets. */
export const threadsIn = (
	mails: readonly MailSummary[],
	patchsets: readonly Patchset[] = [],
): ThreadSummaries =>
	findThreads(new Map(mails.map((one) => [one.id, one])), new Map(patchsets.map((one) => [one.id, one])));
