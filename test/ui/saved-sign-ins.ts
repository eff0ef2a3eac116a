import type { Locator } from 'playwright-core';
import { signInWithToken, tokenOf } from './editor-driver.ts';
import type { EditorWindow, SavedSignIn } from './window.ts';

/** The first sign-in of each user in this process. */
const saved = new Map<string, SavedSignIn>();

/** The sign-in with which a window of this user starts. Undefined until a window of this process has signed the user in. */
export const savedSignIn = (user = '~ana'): SavedSignIn | undefined => saved.get(user);

/** Waits for the first row of a user, whom it signs in if the window has not started with a saved sign-in. */
export async function showSignedIn(window: EditorWindow, firstRow: Locator, user = '~ana'): Promise<void> {
	const isNew = !saved.has(user);
	if (isNew) await signInWithToken(window, tokenOf(window.forge, user));
	await firstRow.waitFor();
	if (isNew) saved.set(user, await window.savedSignIn());
}
