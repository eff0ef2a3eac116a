import type { ForgeError } from '../../forge/errors.ts';

/** The parts of a requested change that can have their own verb in a message. */
interface Wish {
	readonly comment?: string;
	readonly status?: string;
}

/** The participle for a change that was made, such as `confirmed`. */
export function deedOf({ comment, status }: Wish): string {
	if (comment !== undefined) return 'commented on';
	return status === 'confirmed' || status === 'resolved' ? status : 'changed';
}

/** Says what failed and why. Does not say that a change was not made if it may have been made. */
export const undoneWords = (what: string, deed: string, error: ForgeError): string =>
	error.mayBeDone ? `${what}: ${error.message}` : `${what} was not ${deed}: ${error.message}`;
