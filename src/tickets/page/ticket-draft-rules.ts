import type { DraftRules } from '../../platform/page/draft-rules.ts';
import { type Checked, epochMs, fields, listOf, orNull, text } from '../../platform/page/requests.ts';
import {
	withoutSent as bodyWithoutSent,
	continues,
	type DraftBody,
	emptyBody,
	isBlank,
	isSame,
	withEarlier,
} from '../model/ticket-draft.ts';

/** Names, keys, words of the forge. */
export const word = text(1024);
/** Longer than the forge accepts, so that a text that is too long to send is not lost. */
export const long = text(2_000_000);

/** A draft as a page holds it. */
export const isShownDraft = fields({
	title: long,
	text: long,
	status: orNull(word),
	resolution: orNull(word),
	addLabels: listOf(word),
	removeLabels: listOf(word),
	base: orNull(word),
	/** When the draft was last changed. */
	saved: epochMs,
	/** The `saved` of the last sent draft whose parts were removed from this one; null if none was. */
	after: orNull(epochMs),
});
export type ShownDraft = Checked<typeof isShownDraft>;

export const emptyDraft = (saved: number): ShownDraft => ({ ...emptyBody, saved, after: null });

/** The text and choices of a draft, as they are stored. */
export function bodyOf({ saved: _saved, after: _after, ...body }: ShownDraft): DraftBody {
	return body;
}

/** Removes what was sent from a draft, once: a second call changes nothing. */
export const withoutSent = (now: ShownDraft, sent: ShownDraft): ShownDraft =>
	now.after === sent.saved ? now : { ...now, ...bodyWithoutSent(now, sent), after: sent.saved };

export const ticketDrafts: DraftRules<ShownDraft> = {
	isDraft: isShownDraft,
	empty: emptyDraft,
	isBlank,
	isSame,
	continues,
	withEarlier: (draft, earlier) => ({ ...draft, ...withEarlier(draft, earlier) }),
	withoutSent,
};
