import { ForgeError } from '../../forge/contract/errors.ts';

/** The failure of a command on something, such as a `lamp`, whose account is signed out. */
export const signedOut = (item: string): ForgeError =>
	new ForgeError('signed-out', `The account for this ${item} is signed out. Sign in and try again.`);
