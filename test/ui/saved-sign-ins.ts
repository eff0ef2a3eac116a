import type { Locator } from 'playwright-core';
import { signInWithToken, tokenOf } from './editor-driver.ts';
import type { EditorWindow, SavedSignIn } from './window.ts';

/** The first sign-in of ~ana in this process. */
let saved: SavedSignIn | undefined;

/** The sign-in with which a window of ~ana starts. Undefined until a window of this process has signed her in. */
export const savedSignIn = (): SavedSignIn | undefined => saved;

/** Waits for the first row of ~ana, whom it signs in if the window has not started with her saved sign-in. */
export async function showSignedIn(window: EditorWindow, firstRow: Locator): Promise<void> {
	const isNew = saved === undefined;
	if (isNew) await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await firstRow.waitFor();
	if (isNew) saved = await window.savedSignIn();
}
