import { type DraftRules, textAfter } from '../../platform/page/draft.ts';
import { type Checked, fields, listOf, moment, orNull, text } from '../../platform/page/requests.ts';
import { continues, type DraftBody, emptyBody, isBlank, isSame } from '../model/ticket-draft.ts';

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
	saved: moment,
	/** The `saved` of the last sent draft whose parts were removed from this one; null if none was. */
	after: orNull(moment),
});
export type ShownDraft = Checked<typeof isShownDraft>;

export const emptyDraft = (saved: number): ShownDraft => ({ ...emptyBody, saved, after: null });

/** The text and choices of a draft, as they are stored. */
export function bodyOf({ saved: _saved, after: _after, ...body }: ShownDraft): DraftBody {
	return body;
}

/**
 * Removes what was sent from a draft. Parts that are the same in `sent` go, and so does the sent beginning of a longer text.
 * What the user has changed or added meanwhile stays. A second call changes nothing.
 */
export function withoutSent(now: ShownDraft, sent: ShownDraft): ShownDraft {
	if (now.after === sent.saved) return now;
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
		after: sent.saved,
	};
}

export const ticketDrafts: DraftRules<ShownDraft> = {
	isDraft: isShownDraft,
	empty: emptyDraft,
	isBlank,
	isSame,
	continues,
	withoutSent,
};
