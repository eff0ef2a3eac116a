import type { ForgeError } from '../../forge/contract/errors.ts';
import { saysTokenIsUnusable } from './identify.ts';

interface SignInAttempts<Result> {
	readonly browser: () => Promise<Result>;
	readonly token: () => Promise<Result>;
	/** Shows the user why the sign-in failed, and asks whether to use a personal access token instead. */
	readonly askToUseToken: (error: ForgeError) => Promise<boolean>;
}

/**
 * Signs in with the browser. If the services of the forge cannot use a token that was granted there, offers to sign in with a personal
 * access token. Returns undefined when the user declines.
 */
export async function signInWithFallback<Result>({
	browser,
	token,
	askToUseToken,
}: SignInAttempts<Result>): Promise<Result | undefined> {
	try {
		return await browser();
	} catch (error) {
		if (!saysTokenIsUnusable(error)) throw error;
		if (!(await askToUseToken(error))) return undefined;
	}
	return token();
}
