import type { ReviewDrafts } from '../../../src/patches/view/sent-by-me.ts';
import type { WaitingMails } from '../../../src/review/state/outbox-mail.ts';

const onDidChange = () => ({ dispose: () => {} });

/** No mail is on its way. */
export const noMails: WaitingMails = { onDidChange, about: () => [], mailWith: () => undefined };

/** The user has written no comments. */
export const noDrafts = async (): Promise<ReviewDrafts> => ({
	all: () => [],
	mails: () => [],
	sent: () => [],
	onDidChange,
});
