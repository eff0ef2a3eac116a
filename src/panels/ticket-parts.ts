import { type Label, resolutions, ticketStatuses } from '../forge/shapes/trackers.ts';
import { visible } from '../model/markdown/odd.ts';
import type { TimelineEntry } from '../model/timeline.ts';
import { resolutionName, statusName, wireWord } from '../model/words.ts';
import type { Choice, LabelShown, Piece, Tone } from '../protocol/ticket.ts';
import type { Habit } from '../state/habits.ts';

type Happening = Extract<TimelineEntry, { readonly kind: 'event' }>;

interface Picture {
	readonly icon: string;
	readonly tone: Tone;
}

const pictures: Readonly<Record<string, Picture>> = {
	reported: { icon: 'issues', tone: 'info' },
	confirmed: { icon: 'verified', tone: 'done' },
	in_progress: { icon: 'play-circle', tone: 'warn' },
	pending: { icon: 'watch', tone: 'warn' },
};

/** How far a ticket is, as a picture; a resolved one shows whether anything was done. */
export function statusPicture(status: string, resolution: string): Picture {
	if (status === 'resolved') {
		return /^(fixed|implemented|closed)$/.test(resolution)
			? { icon: 'pass', tone: 'good' }
			: { icon: 'circle-slash', tone: 'idle' };
	}
	return (Object.hasOwn(pictures, status) && pictures[status]) || { icon: 'issues', tone: 'idle' };
}

export const statusWords = (status: string, resolution: string): string =>
	status === 'resolved' && resolution !== 'unresolved'
		? `${statusName(status)} as ${wireWord(resolution)}`
		: statusName(status);

const events = { label: 'tag', person: 'account', mention: 'mention', other: 'issues' };

export const eventPicture = (
	glyph: Happening['glyph'],
): { readonly icon: string; readonly tone: Tone | null } =>
	typeof glyph === 'string'
		? { icon: events[glyph], tone: null }
		: statusPicture(glyph.status, glyph.resolution);

/** Whatever a server calls a colour: nothing else may come near a style. */
function colourOf(background: string): string {
	const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(background);
	if (short)
		return `#${short
			.slice(1)
			.map((digit) => digit + digit)
			.join('')}`;
	return /^#[\da-f]{6}$/i.test(background) ? background : '#888888';
}

/** The labels of a tracker by name. One that it does not have any more is grey. */
export function labelsShown(known: readonly Label[]): (name: string) => LabelShown {
	const colours = new Map(known.map(({ name, colors }) => [name, colourOf(colors.background)]));
	return (name) => ({ name, words: visible(name), colour: colours.get(name) ?? '#888888' });
}

/** A sentence of the timeline for the page. */
export function piecesOf(parts: Happening['parts'], labelOf: (name: string) => LabelShown): Piece[] {
	return parts.map((part): Piece => {
		if (typeof part === 'string') return part;
		if ('strong' in part) return part;
		if ('person' in part) return { strong: part.person.name };
		if ('label' in part) return { label: labelOf(part.label), gone: part.going };
		return part.open === undefined ? part.text : { link: part.text, open: part.open };
	});
}

/** Who did what, in words alone. */
export const wordsOf = (pieces: readonly Piece[]): string =>
	pieces
		.map((piece) => {
			if (typeof piece === 'string') return piece;
			if ('strong' in piece) return piece.strong;
			return 'label' in piece ? piece.label.words : piece.link;
		})
		.join('');

const choice = (value: string): Choice => ({ value, words: statusName(value) });

/** The statuses that can be asked for from here. Some forges only resolve and reopen. */
export function movesFrom(status: string, { resolveOnly }: Pick<Habit, 'resolveOnly'>): Choice[] {
	const offered = resolveOnly ? ['reported', 'resolved'] : [...ticketStatuses];
	// Back to the start, or on to waiting, is what a resolved ticket is reopened for first.
	const sensible = (to: string) =>
		status === 'resolved' ? to !== 'pending' : !(resolveOnly && to === 'reported');
	return offered.filter((to) => to !== status && sensible(to)).map(choice);
}

export const statusChoice = choice;

/** What a ticket can be resolved as, the usual ones first. */
export const resolutionChoices: readonly Choice[] = resolutions
	.filter((one) => one !== 'unresolved')
	.map((value) => ({ value, words: resolutionName(value) }));
