import { ForgeError } from '../forge/errors.ts';

interface KeepingGrant<Kept> {
	readonly keep: () => Promise<Kept>;
	/** Tells the user why it failed, and asks whether to try again. */
	readonly shallTryAgain: (error: ForgeError) => Promise<boolean>;
	/** Ends the grant at the forge. */
	readonly discard: () => Promise<void>;
}

/**
 * Stores what a forge granted. If that fails, the grant stays valid until the user gives up, so the user can unlock a keyring or repair a
 * settings file without approving in the browser again. Returns undefined when the user gives up.
 */
export async function keepGrant<Kept>({
	keep,
	shallTryAgain,
	discard,
}: KeepingGrant<Kept>): Promise<Kept | undefined> {
	while (true) {
		try {
			return await keep();
		} catch (error) {
			if (error instanceof ForgeError && (await shallTryAgain(error))) continue;
			await discard();
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}
}
