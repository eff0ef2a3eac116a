import { isOpen } from './query/match.ts';

/** How far a ticket is, as it is drawn: of what is over, whether anything was done. */
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

/** The shapes differ, so that nobody needs to see the colours. */
export const stageIcons: Readonly<Record<Stage, string>> = {
	reported: 'issues',
	confirmed: 'verified',
	in_progress: 'play-circle',
	pending: 'watch',
	resolved: 'pass',
	dropped: 'circle-slash',
	unknown: 'question',
};
