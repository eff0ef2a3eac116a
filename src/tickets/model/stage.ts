import type { Icon } from '../../platform/model/icon.ts';
import { isOpen } from './query/match.ts';

/** The state of a ticket as its icon shows it: a closed ticket is either resolved or dropped. */
export type Stage = 'reported' | 'confirmed' | 'in_progress' | 'pending' | 'resolved' | 'dropped' | 'unknown';

const open: Readonly<Record<string, Stage>> = {
	reported: 'reported',
	confirmed: 'confirmed',
	in_progress: 'in_progress',
	pending: 'pending',
};

export function stageOf(status: string, resolution: string): Stage {
	if (isOpen(status)) return (Object.hasOwn(open, status) && open[status]) || 'unknown';
	return /^(fixed|implemented|closed)$/.test(resolution) ? 'resolved' : 'dropped';
}

/** The shapes differ, so that the user does not need to see the colours. */
export const stageIcons: Readonly<Record<Stage, Icon>> = {
	reported: 'issues',
	confirmed: 'verified',
	in_progress: 'play-circle',
	pending: 'watch',
	resolved: 'pass',
	dropped: 'circle-slash',
	unknown: 'question',
};
