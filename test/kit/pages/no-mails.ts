import type { MailsOnTheWay } from '../../../src/patches/state/review/outbox-mail.ts';
import type { ReviewDrafts } from '../../../src/patches/view/sent-by-me.ts';

const onDidChange = () => ({ dispose: () => {} });

/** No mail is on its way. */
export const noMails: MailsOnTheWay = { onDidChange, mailWith: () => undefined };

/** The user has written no comments. */
export const noDrafts = async (): Promise<ReviewDrafts> => ({ all: () => [], sent: () => [], onDidChange });
