import { visible } from '../../base/text/invisible-characters.ts';
import { truncate } from '../../base/text/truncate.ts';
import { joinWords, statusName, wireWord } from '../../platform/model/words.ts';

/** More of a title does not fit into a message. */
const longestTitle = 60;

/** A change of a ticket, as far as texts name it. */
export interface NamedChange {
	readonly comment?: string;
	readonly status?: string;
	readonly resolution?: string;
	/** The ticket of which this one is a duplicate, as a comment refers to it: `#27`. Belongs to the resolution. */
	readonly duplicateOf?: string;
	readonly addLabels?: readonly string[];
	readonly removeLabels?: readonly string[];
	/** The names of users, with the tilde. */
	readonly assign?: readonly string[];
	readonly unassign?: readonly string[];
	readonly title?: string;
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

/** `title “Undo history is lost”`. */
export const describeTitle = (title: string): string => `title “${truncate(visible(title), longestTitle)}”`;

/** Describes a change without its comment: `Confirmed, add label bug`. */
export function describeChange(change: NamedChange): string {
	const { addLabels = [], removeLabels = [], assign = [], unassign = [], title } = change;
	const parts = [
		describeNewState(change),
		describeLabelChange('add', addLabels),
		describeLabelChange('remove', removeLabels),
		assign.length === 0 ? '' : `assign ${joinWords(assign.map(visible))}`,
		unassign.length === 0 ? '' : `unassign ${joinWords(unassign.map(visible))}`,
		title === undefined ? '' : describeTitle(title),
	];
	return parts.filter((part) => part !== '').join(', ');
}

function describeNewState({ status, resolution, duplicateOf }: NamedChange): string {
	if (status === undefined && resolution === undefined) return '';
	const state = { status: status ?? 'resolved', resolution: resolution ?? 'unresolved' };
	return describeState(state) + (duplicateOf === undefined ? '' : ` of ${duplicateOf}`);
}

function describeLabelChange(verb: string, labels: readonly string[]): string {
	if (labels.length === 0) return '';
	return `${verb} ${labels.length === 1 ? 'label' : 'labels'} ${joinWords(labels.map(visible))}`;
}

const progressVerbs: Readonly<Record<string, string>> = {
	confirmed: 'Confirming',
	resolved: 'Resolving',
	reported: 'Reopening',
};

/** What the change is doing to `what`: `Confirming #3`. */
export function describeProgress(change: NamedChange, what: string): string {
	const { duplicateOf } = change;
	return `${progressVerb(change)} ${what}${duplicateOf === undefined ? '' : ` as duplicate of ${duplicateOf}`}`;
}

function progressVerb(change: NamedChange): string {
	const { status, resolution, addLabels = [], removeLabels = [], assign, unassign } = change;
	if (status !== undefined) return progressVerbs[status] ?? 'Changing';
	if (resolution !== undefined) return 'Resolving';
	if (addLabels.length + removeLabels.length > 0) return 'Labeling';
	if (assign) return 'Assigning';
	return unassign ? 'Unassigning' : 'Changing';
}

/** The verb for a change in a message about its failure, such as `confirm`. */
export function verbOf({ comment, status }: NamedChange): string {
	if (comment !== undefined) return 'comment on';
	if (status === 'confirmed') return 'confirm';
	return status === 'resolved' ? 'resolve' : 'change';
}
