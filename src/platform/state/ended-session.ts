import type { EndedSession } from '../../signin/session-registry.ts';

/** Why a session has ended, as a sentence. Empty if the account only has to sign in again in this window. */
export function whyEnded(ended: EndedSession): string {
	switch (ended.ending) {
		case 'refused':
			return `${ended.instance} no longer accepts its token, which has expired or was revoked.`;
		case 'elsewhere':
			return '';
		default:
			return 'The stored sign-in could not be read.';
	}
}
