import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';

/** A ticket, or the tracker in which a new one is being written. */
export type DraftKey = TicketKey | TrackerKey;

/** Several tickets that get the same comment. */
export interface SeveralTickets {
	readonly tickets: readonly TicketKey[];
}

/** What a text is for. */
export type TextKey = DraftKey | SeveralTickets;

export const isForSeveral = (key: TextKey): key is SeveralTickets => 'tickets' in key;

/** What the user has written for tickets. Status, resolution and labels are the requested changes, not the current values. */
export interface DraftBody {
	/** Only for a new ticket; otherwise empty. */
	readonly title: string;
	readonly text: string;
	readonly status: string | null;
	readonly resolution: string | null;
	readonly addLabels: readonly string[];
	readonly removeLabels: readonly string[];
	/** The version of the ticket (`updated`) that the user saw when they began. Null for a new or several tickets, and if it is not known. */
	readonly base: string | null;
}

export const emptyBody: DraftBody = {
	title: '',
	text: '',
	status: null,
	resolution: null,
	addLabels: [],
	removeLabels: [],
	base: null,
};

/** Whether two drafts have the same text and choices. */
export const isSame = (one: DraftBody, other: DraftBody): boolean =>
	(['title', 'text', 'status', 'resolution'] as const).every((part) => one[part] === other[part]) &&
	(['addLabels', 'removeLabels'] as const).every((part) => one[part].join('\n') === other[part].join('\n'));

/** Whether a draft has neither text nor choices. Blank lines are text. */
export const isBlank = (draft: DraftBody): boolean => isSame(draft, emptyBody);

/** Whether a draft continues an earlier one: it keeps all its choices, and its texts begin with the earlier ones. */
export const continues = (draft: DraftBody, before: DraftBody): boolean =>
	draft.text.startsWith(before.text) &&
	draft.title.startsWith(before.title) &&
	(before.status === null || before.status === draft.status) &&
	(before.resolution === null || before.resolution === draft.resolution) &&
	before.addLabels.every((label) => draft.addLabels.includes(label)) &&
	before.removeLabels.every((label) => draft.removeLabels.includes(label));
