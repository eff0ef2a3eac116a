import type { ReviewDrafts } from '../../../src/patches/view/sent-by-me.ts';
import type { MailsOnTheWay } from '../../../src/review/state/outbox-mail.ts';

const onDidChange = () => ({ dispose: () => {} });

/** No mail is on its way. */
export const noMails: MailsOnTheWay = { onDidChange, mailWith: () => undefined };

/** The user has written no comments. */
export const noDrafts = async (): Promise<ReviewDrafts> => ({ all: () => [], sent: () => [], onDidChange });
