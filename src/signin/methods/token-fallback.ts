import type { ForgeError } from '../../forge/contract/errors.ts';
import { saysTokenIsUnusable } from './identify.ts';

/**
 * Signs in with the browser. If the services of the forge cannot use a token that was granted there, offers to sign in with a personal
 * access token. Returns undefined when the user declines.
 */
export async function signInWithFallback<Result>(
	signInWithBrowser: () => Promise<Result>,
	signInWithToken: () => Promise<Result>,
	/** Shows the user why the sign-in failed, and asks whether to use a personal access token instead. */
	askToUseToken: (error: ForgeError) => Promise<boolean>,
): Promise<Result | undefined> {
	try {
		return await signInWithBrowser();
	} catch (error) {
		if (!saysTokenIsUnusable(error)) throw error;
		if (!(await askToUseToken(error))) return undefined;
	}
	return signInWithToken();
}
