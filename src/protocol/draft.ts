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
});

/** Whether the same is written and chosen. */
export const isSame = (one: Draft, other: Draft): boolean =>
	(['title', 'text', 'status', 'resolution'] as const).every((part) => one[part] === other[part]) &&
	(['addLabels', 'removeLabels'] as const).every((part) => one[part].join('\n') === other[part].join('\n'));

/** Whether there is nothing in it that somebody would miss. */
export const isBlank = ({ title, text, status, resolution, addLabels, removeLabels }: Draft): boolean =>
	title === '' &&
	text === '' &&
	status === null &&
	resolution === null &&
	addLabels.length + removeLabels.length === 0;
