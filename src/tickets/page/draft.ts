import { type Checked, fields, listOf, moment, orNull, text } from '../../platform/page/requests.ts';
import { type DraftBody, emptyBody } from '../model/ticket-draft.ts';

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
 * What is left of a draft after `sent` was sent. The user may have changed the draft meanwhile: parts that are still as
 * they were sent go, as does the beginning of a longer text, and changes and additions stay. A second call changes
 * nothing.
 */
export function withoutSent(now: ShownDraft, sent: ShownDraft): ShownDraft {
	if (now.after === sent.saved) return now;
	const isSentChoice = now.status === sent.status && now.resolution === sent.resolution;
	const added = (labels: 'addLabels' | 'removeLabels') =>
		now[labels].filter((label) => !sent[labels].includes(label));
	return {
		...now,
		title: now.title === sent.title ? '' : now.title,
		text: textAfter(sent.text, now.text),
		...(isSentChoice && { status: null, resolution: null }),
		addLabels: added('addLabels'),
		removeLabels: added('removeLabels'),
		after: sent.saved,
	};
}

/** What was written after `sent`. Returns `now` unchanged if the sent part was edited, or its last word continued. */
function textAfter(sent: string, now: string): string {
	if (now.trim() === '') return '';
	const before = sent.trimEnd();
	const added = now.slice(before.length);
	const isWordContinued = /[\p{Script=Latin}\p{N}]$/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(added);
	if (before === '' || !now.startsWith(before) || isWordContinued) return now;
	// Blank lines go, or the spaces after the sent text; the first new line keeps its indentation.
	return /^\s*$/.test(added) ? '' : added.replace(/^(?:[^\S\n]*\n)+|^[^\S\n]+/, '');
}
