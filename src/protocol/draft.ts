import { type Checked, fields, listOf, moment, orNull, text } from './asks.ts';

/** Names, keys, words of the forge. */
export const word = text(1024);
/** Longer than the forge takes: what is too long to send is still not lost. */
export const long = text(2_000_000);

/** Everything in the box that is not sent yet. Status, resolution and labels are what shall change, not what is. */
export const isDraft = fields({
	title: long,
	text: long,
	status: orNull(word),
	resolution: orNull(word),
	addLabels: listOf(word),
	removeLabels: listOf(word),
	/** What the person had seen of the ticket when the first of it was written. */
	base: orNull(word),
	/** When the last of it was written. */
	saved: moment,
	/** The `saved` of the draft that was sent last before this was written: what was sent then is not part of it. */
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

/** Whether the same is written and chosen. */
export const isSame = (one: Draft, other: Draft): boolean =>
	(['title', 'text', 'status', 'resolution'] as const).every((part) => one[part] === other[part]) &&
	(['addLabels', 'removeLabels'] as const).every((part) => one[part].join('\n') === other[part].join('\n'));

/**
 * What is left of a draft when `sent` has been sent. The user may have gone on writing meanwhile: parts that are still as they were sent go, as
 * does the beginning of a longer text, and what was changed or added stays. A second time changes nothing.
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

/** What was written after `sent`; all of it where `sent` itself was changed, also by continuing its last word. */
function textAfter(sent: string, now: string): string {
	const before = sent.trimEnd();
	const added = now.slice(before.length);
	if (before === '' || !now.startsWith(before) || /^\S/.test(added)) return now;
	// The first line that says something keeps its indentation, unless it continues the last line that was sent.
	return /^\s*$/.test(added) ? '' : added.replace(/^(?:[^\S\n]*\n)+|^[^\S\n]+/, '');
}

/** Whether there is nothing in it that somebody would miss. */
export const isBlank = ({ title, text, status, resolution, addLabels, removeLabels }: Draft): boolean =>
	title === '' &&
	text === '' &&
	status === null &&
	resolution === null &&
	addLabels.length + removeLabels.length === 0;
