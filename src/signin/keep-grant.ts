import { ForgeError } from '../forge/errors.ts';

interface KeepingGrant<Kept> {
	readonly keep: () => Promise<Kept>;
	/** Tells the user why it failed, and asks whether to try again. */
	readonly shallTryAgain: (error: ForgeError) => Promise<boolean>;
	/** Ends the grant at the forge. */
	readonly discard: () => Promise<void>;
}

/**
 * Keeps what a forge granted. Where that fails, the grant stays good until the user gives up, so that a keyring can be
 * unlocked or a settings file repaired without approving once more in the browser. Undefined when the user gives up.
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
