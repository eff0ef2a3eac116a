import type { Icon } from '../../platform/model/icon.ts';
import { isOpen } from './query/match.ts';

/** The state of a ticket as its icon shows it: a closed ticket is either resolved or dropped. */
export type DisplayStatus =
	| 'reported'
	| 'confirmed'
	| 'in_progress'
	| 'pending'
	| 'resolved'
	| 'dropped'
	| 'unknown';

const openStatuses = ['reported', 'confirmed', 'in_progress', 'pending'] as const;

export function displayStatusOf(status: string, resolution: string): DisplayStatus {
	if (isOpen(status)) return openStatuses.find((one) => one === status) ?? 'unknown';
	return /^(fixed|implemented|closed)$/.test(resolution) ? 'resolved' : 'dropped';
}

/** The shapes differ, so that the user does not need to see the colors. */
export const displayStatusIcons: Readonly<Record<DisplayStatus, Icon>> = {
	reported: 'issues',
	confirmed: 'verified',
	in_progress: 'play-circle',
	pending: 'clock',
	resolved: 'pass',
	dropped: 'circle-slash',
	unknown: 'question',
};
