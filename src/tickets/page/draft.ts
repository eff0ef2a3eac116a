import { type Checked, fields, listOf, moment, orNull, text } from '../../platform/page/requests.ts';

/** Names, keys, words of the forge. */
export const word = text(1024);
/** Longer than the forge accepts, so that a text that is too long to send is not lost. */
export const long = text(2_000_000);

/**
 * Everything in the box that is not sent yet. Status, resolution and labels are the requested changes, not the current
 * values.
 */
export const isDraft = fields({
	title: long,
	text: long,
	status: orNull(word),
	resolution: orNull(word),
	addLabels: listOf(word),
	removeLabels: listOf(word),
	/** The version of the ticket that the user saw when they started the draft. */
	base: orNull(word),
	/** When the draft was last changed. */
	saved: moment,
	/** The `saved` of the last sent draft whose parts were removed from this one; null if none was. */
	after: orNull(moment),
});
export type Draft = Checked<typeof isDraft>;

export const emptyDraft = (saved: number): Draft => ({
	title: '',
	text: '',
	status: null,
	resolution: null,
	addLabels: [],
	removeLabels: [],
	base: null,
	saved,
	after: null,
});

/** Whether two drafts have the same text and choices. */
export const isSame = (one: Draft, other: Draft): boolean =>
	(['title', 'text', 'status', 'resolution'] as const).every((part) => one[part] === other[part]) &&
	(['addLabels', 'removeLabels'] as const).every((part) => one[part].join('\n') === other[part].join('\n'));

/**
 * What is left of a draft after `sent` was sent. The user may have changed the draft meanwhile: parts that are still as
 * they were sent go, as does the beginning of a longer text, and changes and additions stay. A second call changes
 * nothing.
 */
export function withoutSent(now: Draft, sent: Draft): Draft {
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
	const before = sent.trimEnd();
	const added = now.slice(before.length);
	const isWordContinued = /[\p{Script=Latin}\p{N}]$/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(added);
	if (before === '' || !now.startsWith(before) || isWordContinued) return now;
	// Blank lines go, or the spaces after the sent text; the first new line keeps its indentation.
	return /^\s*$/.test(added) ? '' : added.replace(/^(?:[^\S\n]*\n)+|^[^\S\n]+/, '');
}

/** Whether the draft has neither text nor choices. */
export const isBlank = ({ title, text, status, resolution, addLabels, removeLabels }: Draft): boolean =>
	title === '' &&
	text === '' &&
	status === null &&
	resolution === null &&
	addLabels.length + removeLabels.length === 0;
