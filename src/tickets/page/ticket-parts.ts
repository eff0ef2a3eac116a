import { visible } from '../../base/text/invisible-characters.ts';
import { type Label, resolutions, ticketStatuses } from '../../forge/shapes/trackers.ts';
import type { Icon } from '../../platform/model/icon.ts';
import { resolutionName, statusName } from '../../platform/model/words.ts';
import type { Choice, Piece, ShownLabel, Tone } from '../../platform/page/snapshot-parts.ts';
import { type DisplayStatus, displayStatusIcons, displayStatusOf } from '../model/display-status.ts';
import { labelColors } from '../model/label-colors.ts';
import type { TimelineEntry } from '../model/timeline.ts';
import { statusesFor } from '../model/transitions.ts';

type EventEntry = Extract<TimelineEntry, { readonly kind: 'event' }>;

interface IconAndTone {
	readonly icon: Icon;
	readonly tone: Tone;
}

const tones: Readonly<Record<DisplayStatus, Tone>> = {
	reported: 'info',
	confirmed: 'done',
	in_progress: 'warn',
	pending: 'idle',
	resolved: 'good',
	dropped: 'idle',
	unknown: 'idle',
};

export function statusIcon(status: string, resolution: string): IconAndTone {
	const displayStatus = displayStatusOf(status, resolution);
	return { icon: displayStatusIcons[displayStatus], tone: tones[displayStatus] };
}

const eventIcons = { label: 'tag', person: 'account', mention: 'mention', other: 'issues' } as const;

export const eventIcon = (glyph: EventEntry['glyph']): { readonly icon: Icon; readonly tone: Tone | null } =>
	typeof glyph === 'string'
		? { icon: eventIcons[glyph], tone: null }
		: statusIcon(glyph.status, glyph.resolution);

/** Looks up the labels of a tracker by name. A label that the tracker no longer has is grey. */
export function labelLookup(known: readonly Label[]): (name: string) => ShownLabel {
	const colorOf = labelColors(known);
	return (name) => ({ name, text: visible(name), color: colorOf(name) });
}

/** Converts a sentence of the timeline for the page. */
export function piecesOf(parts: EventEntry['parts'], labelOf: (name: string) => ShownLabel): Piece[] {
	return parts.map((part): Piece => {
		if (typeof part === 'string') return part;
		if ('strong' in part) return part;
		if ('person' in part)
			return { strong: part.person.name, ...(part.open !== undefined && { open: part.open }) };
		if ('label' in part) return { label: labelOf(part.label), isRemoved: part.isRemoved };
		return part.open === undefined ? part.text : { link: part.text, open: part.open };
	});
}

export const statusChoice = (value: string): Choice => ({ value, label: statusName(value) });

/** The statuses that the user can choose from here, without the current one. */
export const movesFrom = (status: string, resolveOnly: boolean): Choice[] =>
	statusesFor(status, resolveOnly)
		.filter((to) => to !== status)
		.map(statusChoice);

export const allStatuses: readonly Choice[] = ticketStatuses.map(statusChoice);

const resolutionChoice = (value: string): Choice => ({ value, label: resolutionName(value) });
const choosableResolutions = resolutions
	.filter((resolution) => resolution !== 'unresolved')
	.map(resolutionChoice);

/**
 * The resolutions that the user can choose, the usual ones first. Includes the current one, which may be one that only
 * some forges set.
 */
export function resolutionChoices(status: string, resolution: string): readonly Choice[] {
	const isKnown = status !== 'resolved' || choosableResolutions.some(({ value }) => value === resolution);
	return isKnown ? choosableResolutions : [...choosableResolutions, resolutionChoice(resolution)];
}
