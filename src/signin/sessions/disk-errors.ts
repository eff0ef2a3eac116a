import { ForgeError } from '../../forge/contract/errors.ts';

/** Replaces a file system error with a message that tells the user what to do. The log gets the original error as its cause. */
export async function describeDiskErrors<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
		throw new ForgeError(
			'refused',
			'The sign-in could not be written to the disk of this machine. Check whether the disk is full or read-only, then try again.',
			{ cause },
		);
	}
}
