import type { DraftBody } from '../model/ticket-draft.ts';
import { isResolution, isStatus, type RequestedChange } from '../state/changes/change.ts';
import type { ShownChanges } from './choices.ts';

/** The change to request from the forge. `changes` is what sending would change now, without choices that the ticket already has. */
export const toChange = ({ text }: DraftBody, changes: ShownChanges): RequestedChange => ({
	...(changes.comment && { comment: text.trimEnd() }),
	...(changes.status !== null && isStatus(changes.status) && { status: changes.status }),
	...(changes.resolution !== null && isResolution(changes.resolution) && { resolution: changes.resolution }),
	...(changes.addLabels.length > 0 && { addLabels: changes.addLabels }),
	...(changes.removeLabels.length > 0 && { removeLabels: changes.removeLabels }),
});
