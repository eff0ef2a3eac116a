import type { DraftBody } from '../model/ticket-draft.ts';
import { type Change, isResolution, isStatus } from '../state/changes/change.ts';
import type { TicketDraft } from '../state/changes/draft-format.ts';
import type { Changes } from './choices.ts';
import type { ShownDraft } from './ticket-draft-rules.ts';

/** `08:12`, in the user's time zone. */
export const formatClock = (ms: number, zone?: string): string =>
	new Intl.DateTimeFormat('en-GB', {
		hour: '2-digit',
		minute: '2-digit',
		...(zone !== undefined && { timeZone: zone }),
	}).format(ms);

/** A stored draft for the page. `after` is the `saved` of the draft that was sent last. */
export const toShownDraft = ({ body, saved }: TicketDraft, after: number | null): ShownDraft => ({
	...body,
	saved,
	after,
});

/**
 * The change to request from the forge. `changes` is what the page's button says, without choices that the ticket
 * already has by now.
 */
export const toChange = ({ text }: Pick<DraftBody, 'text'>, changes: Changes): Change => ({
	...(changes.comment && { comment: text.trimEnd() }),
	...(changes.status !== null && isStatus(changes.status) && { status: changes.status }),
	...(changes.resolution !== null && isResolution(changes.resolution) && { resolution: changes.resolution }),
	...(changes.addLabels.length > 0 && { addLabels: changes.addLabels }),
	...(changes.removeLabels.length > 0 && { removeLabels: changes.removeLabels }),
});
