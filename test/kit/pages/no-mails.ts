import type { LeavingMails } from '../../../src/patches/state/review/leaving-mail.ts';

/** No mail is on its way. */
export const noMails: LeavingMails = {
	onDidChange: () => ({ dispose: () => {} }),
	mailWith: () => undefined,
};
