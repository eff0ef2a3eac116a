import type { ForgeError } from '../../forge/errors.ts';

/** The parts of a requested change that decide the verb in a message. */
interface RequestedChange {
	readonly comment?: string;
	readonly status?: string;
}

/** The verb for a change, such as `confirm`. */
export function verbOf({ comment, status }: RequestedChange): string {
	if (comment !== undefined) return 'comment on';
	if (status === 'confirmed') return 'confirm';
	return status === 'resolved' ? 'resolve' : 'change';
}

/** Says what failed and why. Does not say that a change was not made if it may have been made. */
export const failureMessage = (what: string, verb: string, error: ForgeError): string =>
	error.mayBeDone ? `${what}: ${error.message}` : `Couldn't ${verb} ${what}: ${error.message}`;
