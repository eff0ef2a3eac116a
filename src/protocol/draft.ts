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

/**
 * What is left of a draft when `sent` has been sent. The user may have gone on while it was on its way: what is still as it was sent
 * goes, also at the beginning of a longer text, and what was changed or added stays.
 */
export function withoutSent(now: Draft, sent: Draft): Draft {
	const unlessSent = (choice: 'status' | 'resolution') => (now[choice] === sent[choice] ? null : now[choice]);
	const added = (labels: 'addLabels' | 'removeLabels') =>
		now[labels].filter((label) => !sent[labels].includes(label));
	return {
		...now,
		title: now.title === sent.title ? '' : now.title,
		text: restOf(now.text, sent.text),
		status: unlessSent('status'),
		resolution: unlessSent('resolution'),
		addLabels: added('addLabels'),
		removeLabels: added('removeLabels'),
	};
}

const restOf = (now: string, sent: string): string =>
	sent !== '' && now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;

/** Whether there is nothing in it that somebody would miss. */
export const isBlank = ({ title, text, status, resolution, addLabels, removeLabels }: Draft): boolean =>
	title === '' &&
	text === '' &&
	status === null &&
	resolution === null &&
	addLabels.length + removeLabels.length === 0;
