import type { LeavingMails } from '../../../src/patches/state/review/leaving-mail.ts';
import type { ReviewDrafts } from '../../../src/patches/view/sent-by-me.ts';

const onDidChange = () => ({ dispose: () => {} });

/** No mail is on its way. */
export const noMails: LeavingMails = { onDidChange, mailWith: () => undefined };

/** The user has written no comments. */
export const noDrafts = async (): Promise<ReviewDrafts> => ({ all: () => [], onDidChange });
