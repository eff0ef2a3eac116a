import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import { textAfter } from '../../platform/model/text-after.ts';

/** A ticket, or the tracker in which a new one is being written. */
export type DraftKey = TicketKey | TrackerKey;

/**
 * What the user has written for a ticket and not sent. Status, resolution and labels are the requested changes, not the current
 * values.
 */
export interface DraftBody {
	/** Only for a new ticket; otherwise empty. */
	readonly title: string;
	readonly text: string;
	readonly status: string | null;
	readonly resolution: string | null;
	readonly addLabels: readonly string[];
	readonly removeLabels: readonly string[];
	/** The version of the ticket (`updated`) that the user saw when they started the draft; null for a new ticket. */
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

/** The version that the user saw first, if both are known. */
export function earlierBase(one: string | null, other: string | null): string | null {
	if (one === null || other === null) return one ?? other;
	return Date.parse(other) < Date.parse(one) ? other : one;
}

/** Whether two drafts have the same text and choices. */
export const isSame = (one: DraftBody, other: DraftBody): boolean =>
	(['title', 'text', 'status', 'resolution'] as const).every((part) => one[part] === other[part]) &&
	(['addLabels', 'removeLabels'] as const).every((part) => one[part].join('\n') === other[part].join('\n'));

/** Whether a draft has neither text nor choices. */
export const isBlank = (draft: DraftBody): boolean => isSame(draft, emptyBody);

/**
 * Removes what was sent from a draft. Parts that are the same in `sent` go, and so does the sent beginning of a longer text.
 * What the user has changed or added meanwhile stays.
 */
export function withoutSent(now: DraftBody, sent: DraftBody): DraftBody {
	const isSentChoice = now.status === sent.status && now.resolution === sent.resolution;
	const unsent = (labels: 'addLabels' | 'removeLabels') =>
		now[labels].filter((label) => !sent[labels].includes(label));
	return {
		...now,
		title: now.title === sent.title ? '' : now.title,
		text: textAfter(sent.text, now.text),
		...(isSentChoice && { status: null, resolution: null }),
		addLabels: unsent('addLabels'),
		removeLabels: unsent('removeLabels'),
	};
}

/** A draft with a text and choices that were written before. Its own choices stay. */
export function withEarlier(later: DraftBody, earlier: DraftBody): DraftBody {
	const texts = [earlier.text.trimEnd(), later.text].filter((text) => text.trim() !== '');
	const { status, resolution } = later.status === null && later.resolution === null ? earlier : later;
	const union = (labels: 'addLabels' | 'removeLabels') => [
		...new Set([...earlier[labels], ...later[labels]]),
	];
	return {
		...later,
		title: later.title === '' ? earlier.title : later.title,
		text: texts.join('\n\n'),
		status,
		resolution,
		addLabels: union('addLabels'),
		removeLabels: union('removeLabels'),
		base: earlierBase(later.base, earlier.base),
	};
}

/** Whether a draft contains everything that the one before does. */
export const continues = (draft: DraftBody, before: DraftBody): boolean =>
	draft.text.startsWith(before.text) &&
	draft.title.startsWith(before.title) &&
	(before.status === null || before.status === draft.status) &&
	(before.resolution === null || before.resolution === draft.resolution) &&
	before.addLabels.every((label) => draft.addLabels.includes(label)) &&
	before.removeLabels.every((label) => draft.removeLabels.includes(label));
