import type { MySeries, ReviewedSeries } from './my-series.ts';

/**
 * The open series that the user should look at next, the most recently active first: their own ones that need a revision, or in which another
 * user has written last and that are not approved, and those of others that have a newer version than the user has replied to. `me` is the user's
 * name, with the tilde.
 */
export function waitingForMe(
	sent: readonly MySeries[],
	reviewed: readonly ReviewedSeries[],
	me: string,
): readonly MySeries[] {
	const own = sent.filter(
		({ series: { status, lastSender, replies } }) =>
			status === 'needs_revision' || (status !== 'approved' && replies > 0 && lastSender !== me),
	);
	const others = reviewed.filter(({ series: { newest }, repliedAt }) => (newest.date ?? 0) > repliedAt);
	return [...own, ...others].toSorted((one, other) => other.series.active - one.series.active);
}
