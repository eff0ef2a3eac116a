import type { RefusalPace } from './refusal-retries.ts';

export const defaultPace = {
	/** At most so many targets are worked on at a time, and one begins each second: polling makes as many requests. */
	maxJobs: 2,
	spacingMs: 1000,
	/** The forge is asked whether it still has webhooks that have delivered nothing for this time. */
	checkMs: 60 * 60_000,
	/** What the forge has refused is tried again at the latest after this time. */
	rarelyMs: 6 * 60 * 60_000,
	/** The wait after the second time that the forge has lost webhooks. Doubles each time. */
	lostMs: 10 * 60_000,
	/** Webhooks of a target that is no longer wanted stay for this time. At the start, the targets become known one after another. */
	unwantedMs: 60_000,
	/** Other windows read the states within this time. */
	settleMs: 2000,
	/** How often the window looks whether another one has taken over, which may have removed the webhooks. */
	ownerMs: 30_000,
	/**
	 * A window that another one has taken over from takes over again after this time if it still leads. Doubles each time. A sign-out and the
	 * notice of a window that it no longer leads take less.
	 */
	retakeMs: 60_000,
	refusedMs: 10 * 60_000,
	leastMs: 60_000,
} satisfies RefusalPace & Record<string, number>;

export type WebhookPace = typeof defaultPace;
