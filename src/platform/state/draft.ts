import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { resolutions, ticketStatuses } from '../../forge/shapes/trackers.ts';
import type { TicketKey, TrackerKey } from '../model/keys.ts';

/** A ticket, or the tracker in which a new one is being written. */
export type DraftKey = TicketKey | TrackerKey;

const names = v.pipe(v.array(v.string()), v.readonly());

export const Draft = v.pipe(
	v.object({
		/** Whose it is; the label is for a person to read when nobody is signed in. */
		account: v.pipe(v.object({ id: v.string(), label: v.string() }), v.readonly()),
		key: v.pipe(
			v.object({
				account: v.string(),
				owner: v.string(),
				tracker: v.string(),
				ticket: v.exactOptional(v.number()),
			}),
			v.readonly(),
			v.transform(
				({ ticket, ...tracker }): DraftKey => (ticket === undefined ? tracker : { ...tracker, ticket }),
			),
		),
		/** Of a new ticket; otherwise empty. */
		title: v.string(),
		text: v.string(),
		/** What is to become of the ticket together with the comment. */
		status: v.exactOptional(v.picklist(ticketStatuses)),
		resolution: v.exactOptional(v.picklist(resolutions)),
		addLabels: names,
		removeLabels: names,
		/** When it was last saved, in milliseconds since 1970. */
		saved: v.number(),
		/** The ticket's `updated` when it was begun; null for a new ticket. */
		base: v.nullable(v.string()),
	}),
	v.readonly(),
);
/** Something written and not yet sent. */
export type Draft = v.InferOutput<typeof Draft>;

/** Names the one draft that there can be of this, in a file's name too. */
export function draftName(key: DraftKey): string {
	const parts = [key.account, key.owner, key.tracker, 'ticket' in key ? key.ticket : 'new'];
	return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}

/** A draft as it is written into a file. */
export const DraftText = v.pipe(v.string(), v.parseJson(), Draft);

export const isEmpty = ({
	title,
	text,
	status,
	resolution,
	addLabels,
	removeLabels,
}: Omit<Draft, 'saved'>): boolean =>
	`${title}${text}${status ?? ''}${resolution ?? ''}` === '' && addLabels.length + removeLabels.length === 0;

/** Whether a draft has everything that is in a stored draft. */
export function goesOn(stored: string, draft: Omit<Draft, 'saved'>): boolean {
	const read = v.safeParse(DraftText, stored);
	if (!read.success) return false;
	const before = read.output;
	return (
		draft.text.startsWith(before.text) &&
		draft.title.startsWith(before.title) &&
		(before.status === undefined || before.status === draft.status) &&
		(before.resolution === undefined || before.resolution === draft.resolution) &&
		before.addLabels.every((label) => draft.addLabels.includes(label)) &&
		before.removeLabels.every((label) => draft.removeLabels.includes(label))
	);
}
