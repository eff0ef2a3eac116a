import { showWarning } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { readToken } from '../../signin/methods/token.ts';

/** Says that a token stays valid although it is no longer used here, and offers the page of the forge on which the user can revoke it. */
export async function offerRevocation(forge: string, token: string, page: string): Promise<void> {
	const { expires } = readToken(token) ?? {};
	const day = expires && new Date(expires).toLocaleDateString(undefined, { dateStyle: 'long' });
	const until = day === undefined ? '' : ` until ${day}`;
	const message = `A token that Tildeforge no longer uses stays valid${until}, because only you can revoke it at ${forge}. Anyone who has it can change what you can change.`;
	if (await showWarning(message, 'Revoke in Browser…')) await openInBrowser(page);
}
