import { isAbort } from '../../base/abort.ts';
import { ForgeError, isPassing, unknown } from '../../forge/errors.ts';
import type { Refusal } from './requests.ts';

/** A request that was refused, with the reason and a suggested action. */
export class Refused extends Error {
	override readonly name = 'Refused';
	readonly refusal: Refusal;

	constructor(refusal: Refusal, cause?: unknown) {
		super(refusal.problem, { cause });
		this.refusal = refusal;
	}
}

/** Whether the message tells everything, so that nothing needs to be logged. */
export const isAnswer = (error: unknown): boolean =>
	error instanceof Refused || error instanceof ForgeError || isAbort(error);

/** Turns an error into a message for the user, with a suggested action. An unknown error is reported as a bug in Tildeforge. */
export function worded(error: unknown): Refusal {
	if (error instanceof Refused) return error.refusal;
	if (error instanceof ForgeError) return forgeWords(error);
	// A connection ends when its account signs out or signs in again.
	if (isAbort(error))
		return {
			problem: `The connection to the forge was closed in the meantime.${unknown('PUT')}`,
			isUnsure: true,
		};
	const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
	return { problem: (typeof code === 'string' && diskWords.get(code)) || mistake };
}

const mistake = 'Something went wrong in Tildeforge. See the log for details.';
const notAllowed = 'The data folder of VS Code is not writable.';
const diskWords: ReadonlyMap<string, string> = new Map([
	['ENOSPC', 'The disk is full.'],
	['EDQUOT', 'The disk is full.'],
	['EROFS', notAllowed],
	['EACCES', notAllowed],
	['EPERM', notAllowed],
	['EIO', 'The disk reported an error.'],
]);

function forgeWords(error: ForgeError): Refusal {
	const { kind, message: problem, scopes } = error;
	// Offer no button to try again: that could post the same comment twice.
	if (error.mayBeDone) return { problem, isUnsure: true };
	if (kind === 'signed-out' || scopes.length > 0) return { problem, way: 'sign-in' };
	return { problem, ...(isPassing(error) && { way: 'again' as const }) };
}
