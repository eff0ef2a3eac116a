import { isAbort } from '../../base/abort.ts';
import {
	ForgeError,
	isTransient,
	needsSignIn,
	unexpectedError,
	unknownResultMessage,
} from '../../forge/contract/errors.ts';
import { diskMessage } from '../model/disk-message.ts';
import type { ErrorMessage } from './requests.ts';

/** Whether the message to the user says everything, so that nothing needs to be logged. */
export const isExpected = (error: unknown): boolean => error instanceof ForgeError || isAbort(error);

/** Turns an error into a message for the user, with a suggested action. An unknown error is reported as a bug in Tildeforge. */
export function describeError(error: unknown): ErrorMessage {
	if (error instanceof ForgeError) return describeForgeError(error);
	// A connection ends when its account signs out or signs in again.
	if (isAbort(error))
		return {
			problem: `The connection to the forge was closed in the meantime. ${unknownResultMessage}`,
			mayBeDone: true,
		};
	return { problem: diskMessage(error) ?? unexpectedError };
}

function describeForgeError(error: ForgeError): ErrorMessage {
	const { message: problem } = error;
	// Offer no button to try again: that could post the same comment twice.
	if (error.mayBeDone) return { problem, mayBeDone: true };
	if (needsSignIn(error)) return { problem, remedy: 'sign-in' };
	return { problem, ...(isTransient(error) && { remedy: 'again' as const }) };
}
