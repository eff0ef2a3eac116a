import type { EndedSession } from '../../signin/sessions/session-registry.ts';

/** The account of a session that has ended, as the user knows it; undefined if it is not known. */
export function endedAccountOf(
	ended: EndedSession | undefined,
): { readonly account: string; readonly instance: string } | undefined {
	if (!ended || ended.ending === 'damaged') return undefined;
	return { account: ended.account, instance: ended.instance };
}

/** Why a session has ended, as a sentence. Empty if the account only has to sign in again in this window. */
export function whyEnded(ended: EndedSession): string {
	switch (ended.ending) {
		case 'refused':
			return `${ended.instance} no longer accepts its token, which has expired or was revoked.`;
		case 'outdated':
			return `${ended.instance} was upgraded and no longer accepts this token.`;
		case 'elsewhere':
			return '';
		default:
			return 'The stored sign-in could not be read.';
	}
}
