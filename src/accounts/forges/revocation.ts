import { timeOfDay } from '../../base/clock.ts';
import { showWarning } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { readToken } from '../../signin/methods/token.ts';

/** Says that a token stays valid although it is no longer used here, unless it has expired, and offers the page of the forge on which the user can revoke it. */
export async function offerRevocation(forge: string, token: string, page: string): Promise<void> {
	const { expires = Number.POSITIVE_INFINITY } = readToken(token) ?? {};
	if (expires <= timeOfDay()) return;
	const day = new Date(expires).toLocaleDateString(undefined, { dateStyle: 'long' });
	const anyone = Number.isFinite(expires) ? `Until ${day}, anyone` : 'Anyone';
	const message = `Tildeforge no longer uses its token for ${forge}, but cannot revoke it. ${anyone} who has the token can make changes in your name. You can revoke it on the forge's website.`;
	if (await showWarning(message, 'Revoke in Browser…')) await openInBrowser(page);
}
