import { ForgeError } from '../../forge/contract/errors.ts';

/**
 * Stores what a forge granted. If that fails, the grant stays valid until the user gives up, so the user can unlock a keyring or repair a
 * settings file without approving in the browser again. Returns undefined when the user gives up.
 */
export async function storeGrant<Stored>(
	store: () => Promise<Stored>,
	/** Shows the user why storing failed, and asks whether to try again. */
	askToRetry: (error: ForgeError) => Promise<boolean>,
	/** Ends the grant at the forge. */
	discard: () => Promise<void>,
): Promise<Stored | undefined> {
	while (true) {
		try {
			return await store();
		} catch (error) {
			if (error instanceof ForgeError && (await askToRetry(error))) continue;
			await discard();
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}
}
