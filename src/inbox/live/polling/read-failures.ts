import { ForgeError } from '../../../forge/contract/errors.ts';

const shortestMs = 15_000;
/** Two minutes with the most jitter. Short, because the network often returns soon, and a failed attempt loads no server. */
const longestOfflineMs = 100_000;
/** Ten minutes with the most jitter. */
const longestMs = 500_000;
/** A server that asks for a longer pause is asked again after this time: one hour with the most jitter. */
const longestRetryAfterMs = 50 * 60_000;

/** Adds up to a fifth. Otherwise, resources that fail or start at the same moment would also be read at the same moment. */
export const withJitter = (ms: number, jitter: number): number => ms * (1 + 0.2 * jitter);

/** How long to wait after the given number of failed reads in succession. `jitter` is from 0 to 1. */
export function waitAfterFailure(error: unknown, failures: number, jitter: number): number {
	if (needsUser(error)) return withJitter(longestMs, jitter);
	const capMs = isOffline(error) ? longestOfflineMs : longestMs;
	const stepMs = Math.min(capMs, shortestMs * 2 ** Math.min(failures - 1, 10));
	return withJitter(Math.max(stepMs, Math.min(retryAfterOf(error) ?? 0, longestRetryAfterMs)), jitter);
}

/** How long the server asks to wait, if it does. */
export const retryAfterOf = (error: unknown): number | undefined =>
	error instanceof ForgeError ? error.retryAfterMs : undefined;

export const isOffline = (error: unknown): boolean => error instanceof ForgeError && error.kind === 'offline';

/** Whether the other resources of the same server would fail too. Other errors may be caused by one resource. */
export const concernsServer = (error: unknown): boolean =>
	error instanceof ForgeError && ['offline', 'busy'].includes(error.kind);

/** Whether later attempts fail too, until the user signs in, gets permission or adds the resource again. */
export const needsUser = (error: unknown): boolean =>
	error instanceof ForgeError && ['signed-out', 'forbidden', 'missing', 'refused'].includes(error.kind);
