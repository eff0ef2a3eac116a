import type { Draft as StoredDraft } from '../../platform/state/draft.ts';
import { type Change, isResolution, isStatus } from '../state/change.ts';
import type { Changes } from './choices.ts';
import type { Draft } from './draft.ts';

/** `08:12`, in the user's time zone. */
export const clock = (ms: number, zone?: string): string =>
	new Intl.DateTimeFormat('en-GB', {
		hour: '2-digit',
		minute: '2-digit',
		...(zone !== undefined && { timeZone: zone }),
	}).format(ms);

/** Converts a stored draft for the page. `after` is the `saved` of the draft that was sent last. */
export const draftShown = (draft: StoredDraft, after: number | null): Draft => ({
	title: draft.title,
	text: draft.text,
	status: draft.status ?? null,
	resolution: draft.resolution ?? null,
	addLabels: draft.addLabels,
	removeLabels: draft.removeLabels,
	base: draft.base,
	saved: draft.saved,
	after,
});

const known = ({ status, resolution }: Pick<Draft, 'status' | 'resolution'>) => ({
	...(status !== null && isStatus(status) && { status }),
	...(resolution !== null && isResolution(resolution) && { resolution }),
});

/** Converts a draft of the page for the disk. */
export const draftStored = (
	draft: Draft,
	{ account, key }: Pick<StoredDraft, 'account' | 'key'>,
): Omit<StoredDraft, 'saved'> => ({
	account,
	key,
	title: draft.title,
	text: draft.text,
	...known(draft),
	addLabels: draft.addLabels,
	removeLabels: draft.removeLabels,
	base: draft.base,
});

/**
 * The change to request from the forge. `changes` is what the page's button says, without choices that the ticket
 * already has by now.
 */
export const changeOf = ({ text }: Pick<Draft, 'text'>, changes: Changes): Change => ({
	...(changes.comment && { comment: text.trimEnd() }),
	...known(changes),
	...(changes.addLabels.length > 0 && { addLabels: changes.addLabels }),
	...(changes.removeLabels.length > 0 && { removeLabels: changes.removeLabels }),
});
