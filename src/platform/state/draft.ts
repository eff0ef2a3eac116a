import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { resolutions, ticketStatuses } from '../../forge/shapes/trackers.ts';
import type { TicketKey, TrackerKey } from '../model/keys.ts';

/** A ticket, or the tracker in which a new one is being written. */
export type DraftKey = TicketKey | TrackerKey;

const names = v.pipe(v.array(v.string()), v.readonly());

export const Draft = v.pipe(
	v.object({
		/** The account that owns the draft. The label is shown to the user while no account is signed in. */
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
		/** Only for a new ticket; otherwise empty. */
		title: v.string(),
		text: v.string(),
		/** The status to set when the comment is sent. */
		status: v.exactOptional(v.picklist(ticketStatuses)),
		resolution: v.exactOptional(v.picklist(resolutions)),
		addLabels: names,
		removeLabels: names,
		/** When the draft was last saved, in milliseconds since 1970. */
		saved: v.number(),
		/** The ticket's `updated` when the draft was started; null for a new ticket. */
		base: v.nullable(v.string()),
	}),
	v.readonly(),
);
/** Unsent text and changes for a ticket. */
export type Draft = v.InferOutput<typeof Draft>;

/** The name of the draft for a key; also used as its file name. There is at most one draft per key. */
export function draftName(key: DraftKey): string {
	const parts = [key.account, key.owner, key.tracker, 'ticket' in key ? key.ticket : 'new'];
	return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}

/** The contents of a draft file. */
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

/** Whether a draft continues a stored draft: it contains everything that the stored one has. */
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
