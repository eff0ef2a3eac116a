import { Lifetime } from '../../base/lifetime.ts';
import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { trackerExtraRows } from '../../forge/rows/trackers.ts';
import type { Label } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { textColorOn } from '../../platform/model/label-color.ts';
import { removeLabel } from './reading/relabel-tickets.ts';
import type { Tickets } from './tickets.ts';
import type { TrackerCache } from './tracker-cache.ts';

/** What a user chooses about a label. */
export interface LabelDetails {
	readonly name: string;
	/** `#rrggbb`. */
	readonly color: string;
}

/** A label as the user saw it when choosing it. */
export interface ChosenLabel extends LabelDetails {
	/** Its number, if the forge shows it. */
	readonly id?: Label['id'];
}

type ChangeLabels = (
	extras: Client<typeof trackerExtraRows>,
	path: Omit<TrackerKey, 'account'>,
	cache: TrackerCache,
) => Promise<void>;

/**
 * The labels of a tracker as the forge has them now, or as they are known if it cannot be reached. They are known at least until `lifetime`
 * ends.
 */
export async function readLabels(
	tickets: Tickets,
	key: TrackerKey,
	lifetime: Lifetime,
): Promise<readonly Label[]> {
	const labels = tickets.trackerCache(key, lifetime)?.labels;
	await labels?.open();
	await labels?.refresh();
	if (labels?.value) return labels.value;
	if (labels?.lastError) throw labels.lastError;
	return [];
}

export function createLabel(tickets: Tickets, key: TrackerKey, label: LabelDetails): Promise<void> {
	return changeLabels(tickets, key, async (extras, path) => {
		await extras.createLabel(path, wireLabel(label));
	});
}

/** Changes what differs between `current` and `label`. Tickets that have the label show its new name, and changes that wait to be sent use it. */
export function updateLabel(
	tickets: Tickets,
	key: TrackerKey,
	current: ChosenLabel,
	label: LabelDetails,
): Promise<void> {
	const { name, colors } = wireLabel(label);
	const change = { ...(name !== current.name && { name }), ...(label.color !== current.color && { colors }) };
	return changeLabels(tickets, key, async (extras, path, cache) => {
		await requireSame(current, cache);
		await extras.updateLabel({ ...path, label: current.name }, change);
	});
}

/** Deletes a label, which removes it from all tickets. */
export function deleteLabel(tickets: Tickets, key: TrackerKey, label: ChosenLabel): Promise<void> {
	const { name } = label;
	return changeLabels(tickets, key, async (extras, path, cache) => {
		await requireSame(label, cache);
		await extras.deleteLabel({ ...path, label: name });
		await removeLabel(cache.list, name);
	});
}

/** Changes labels, and then reads them again, also after a failure: it may be that another user has changed them. */
async function changeLabels(tickets: Tickets, key: TrackerKey, change: ChangeLabels): Promise<void> {
	const { account, owner, tracker } = key;
	const extras = tickets.of(account)?.connection.trackerExtras;
	using lifetime = new Lifetime();
	const cache = tickets.trackerCache(key, lifetime);
	if (!extras || !cache) {
		throw new ForgeError('refused', 'On this forge, labels can only be changed in the browser.');
	}
	try {
		await change(extras, { owner, tracker }, cache);
	} finally {
		await cache.labelReads.readAgain();
	}
}

/** Labels are changed by name. While the user was asked, another user may have renamed the label and given its name to another one. */
async function requireSame({ name, id }: ChosenLabel, cache: TrackerCache): Promise<void> {
	if (id == null) return;
	await cache.labelReads.readAgain();
	const { value = [], lastError } = cache.labels;
	if (lastError) throw lastError;
	const current = value.find((one) => one.name === name);
	if (current && current.id !== id)
		throw new ForgeError(
			'refused',
			`The label “${name}” is now a different one, because labels were renamed. Nothing was changed. Choose the label again.`,
		);
}

const wireLabel = ({ name, color }: LabelDetails) => ({
	name,
	colors: { background: color, text: textColorOn(color) },
});
