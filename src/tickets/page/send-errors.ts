import { ForgeError } from '../../forge/errors.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { statusName } from '../../platform/model/words.ts';
import { DescribedError } from '../../platform/page/error-messages.ts';
import type { ErrorMessage } from '../../platform/page/requests.ts';
import type { TicketState } from '../state/change.ts';
import type { Conflict } from '../state/change-ticket.ts';
import type { Changes } from './choices.ts';
import { statusText } from './parts.ts';

const changeFields = ['status', 'resolution', 'labels'];

/** The user can send the comment without the other changes. */
const remedyFor = ({ comment }: Changes): Pick<ErrorMessage, 'remedy'> =>
	comment ? { remedy: 'only-comment' } : {};

/** The error if another user has changed the ticket first. It states the current values of the conflicting fields. */
export function describeConflict({ ticket, fields }: Conflict, wanted: Changes): DescribedError {
	const labels = ticket.labels.map(visible).join(', ');
	const now = [
		...(fields.some((field) => field !== 'labels')
			? [`It is now ${statusText(ticket.status, ticket.resolution).toLowerCase()}.`]
			: []),
		...(fields.includes('labels')
			? [labels === '' ? 'It now has no labels.' : `Its labels are now: ${labels}.`]
			: []),
	];
	const problem = [
		'This ticket changed while you were writing.',
		...now,
		'Review the changes, then send again if you still want yours.',
	].join(' ');
	return new DescribedError({ problem, ...remedyFor(wanted) });
}

/** If the forge refuses the changes that go with a comment, offers to send the comment alone. */
export function describeSendError(error: unknown, wanted: Changes): unknown {
	if (!(error instanceof ForgeError)) return error;
	const { status, resolution, addLabels, removeLabels } = wanted;
	const hasOtherChanges = (status ?? resolution) !== null || addLabels.length + removeLabels.length > 0;
	const isAboutChanges = error.reasons.some(({ field = '' }) => changeFields.includes(field));
	const isForbidden = error.kind === 'forbidden' && error.scopes.length === 0;
	if (!hasOtherChanges || !wanted.comment || !(isAboutChanges || isForbidden)) return error;
	return new DescribedError({ problem: error.message, ...remedyFor(wanted) }, error);
}

export const differenceMessage = ({ status }: TicketState): string =>
	`The forge set the status to ${statusName(status)} instead. It may support only resolving and reopening.`;
