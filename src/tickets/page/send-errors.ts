import { ForgeError } from '../../forge/contract/errors.ts';
import { DescribedError } from '../../platform/page/error-messages.ts';
import type { ErrorMessage } from '../../platform/page/requests.ts';
import type { Settled } from '../../platform/state/outbox/sender.ts';
import type { Change } from '../state/changes/change.ts';

/** Why the forge did not accept what was sent with the button. */
export function errorOf(
	result: Exclude<Settled<unknown, unknown>['result'], { readonly kind: 'sent' }>,
	change: Change = {},
): unknown {
	return result.kind === 'conflict'
		? describeConflict(result.theirs, change)
		: describeSendError(result.error, change);
}

/** The user can send the comment without the other changes. */
const remedyFor = ({ comment }: Change): Pick<ErrorMessage, 'remedy'> =>
	comment === undefined ? {} : { remedy: 'only-comment' };

/** The error if another user has changed the ticket first. `theirs` has the current values of the conflicting fields. */
function describeConflict(theirs: string, change: Change): DescribedError {
	const problem = [
		'This ticket changed while you were writing.',
		`It is now: ${theirs}.`,
		'Review the changes, then send again if you still want yours.',
	].join(' ');
	return new DescribedError({ problem, ...remedyFor(change) });
}

/** If the forge refuses the changes that go with a comment, offers to send the comment alone. */
function describeSendError(error: unknown, change: Change): unknown {
	if (!(error instanceof ForgeError)) return error;
	const { comment, ...others } = change;
	if (Object.keys(others).length === 0 || comment === undefined || !canBeAboutChanges(error)) return error;
	return new DescribedError({ problem: error.message, ...remedyFor(change) }, error);
}

/** Whether the forge might accept the comment without the other changes. Not every refusal names a field. */
function canBeAboutChanges({ kind, reasons, scopes }: ForgeError): boolean {
	if (kind === 'forbidden') return scopes.length === 0;
	const isAboutComment = reasons.length > 0 && reasons.every(({ field }) => field === 'comment');
	return kind === 'refused' && !isAboutComment;
}

/** `note` is what the forge did instead of the requested change. */
export const differenceMessage = (note: string): string =>
	`The forge ${note} instead. It may support only resolving and reopening.`;
