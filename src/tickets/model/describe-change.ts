import { visible } from '../../base/text/invisible-characters.ts';
import { joinWords, statusName, wireWord } from '../../platform/model/words.ts';

/** A change of a ticket without a comment. */
interface DirectChange {
	readonly status?: string;
	readonly resolution?: string;
	/** The original of a duplicate: `#27`. */
	readonly duplicateOf?: string;
	readonly addLabels?: readonly string[];
	readonly removeLabels?: readonly string[];
}

/** `Resolved as fixed`. */
export const describeState = ({
	status,
	resolution,
}: {
	readonly status: string;
	readonly resolution: string;
}): string =>
	status === 'resolved' && resolution !== 'unresolved'
		? `${statusName(status)} as ${wireWord(resolution)}`
		: statusName(status);

/** `labels bug and wip`. */
export const describeLabels = (labels: readonly string[]): string =>
	labels.length === 0 ? 'no labels' : `labels ${joinWords(labels.map(visible))}`;

/** `Confirmed, add label bug`. */
export function describeChange({
	status,
	resolution,
	duplicateOf,
	addLabels = [],
	removeLabels = [],
}: DirectChange): string {
	const some = (verb: string, labels: readonly string[]) =>
		labels.length === 0
			? []
			: [`${verb} ${labels.length === 1 ? 'label' : 'labels'} ${joinWords(labels.map(visible))}`];
	const state =
		status === undefined
			? resolution === undefined
				? []
				: [describeState({ status: 'resolved', resolution })]
			: [describeState({ status, resolution: resolution ?? 'unresolved' })];
	const original = duplicateOf === undefined ? '' : ` of ${duplicateOf}`;
	return [
		...state.map((one) => one + original),
		...some('add', addLabels),
		...some('remove', removeLabels),
	].join(', ');
}

const verbs: Readonly<Record<string, string>> = {
	confirmed: 'Confirming',
	resolved: 'Resolving',
	reported: 'Reopening',
};

/** What the change is doing to `what`: `Confirming #3`. */
export function describeProgress(change: DirectChange, what: string): string {
	const { duplicateOf } = change;
	return `${progressVerb(change)} ${what}${duplicateOf === undefined ? '' : ` as duplicate of ${duplicateOf}`}`;
}

function progressVerb({ status, resolution, addLabels = [], removeLabels = [] }: DirectChange): string {
	if (status !== undefined) return verbs[status] ?? 'Changing';
	if (resolution !== undefined) return 'Resolving';
	return addLabels.length + removeLabels.length > 0 ? 'Labeling' : 'Changing';
}

/** The parts of a requested change that decide the verb in a message. */
interface RequestedChange {
	readonly comment?: string;
	readonly status?: string;
}

/** The verb for a change in a message about its failure, such as `confirm`. */
export function verbOf({ comment, status }: RequestedChange): string {
	if (comment !== undefined) return 'comment on';
	if (status === 'confirmed') return 'confirm';
	return status === 'resolved' ? 'resolve' : 'change';
}
