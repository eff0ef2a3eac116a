import type { ForgeError } from '../../forge/errors.ts';

/** What was to become of a ticket, as far as it has a word of its own. */
interface Wish {
	readonly comment?: string;
	readonly status?: string;
}

/** What a ticket was when a wish has come true: `confirmed`. */
export function deedOf({ comment, status }: Wish): string {
	if (comment !== undefined) return 'commented on';
	return status === 'confirmed' || status === 'resolved' ? status : 'changed';
}

/** What did not happen to something, and why. Never says so of what may have happened all the same. */
export const undoneWords = (what: string, deed: string, error: ForgeError): string =>
	error.mayBeDone ? `${what}: ${error.message}` : `${what} was not ${deed}: ${error.message}`;
