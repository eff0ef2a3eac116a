/**
 * Returns a function that tells how long to wait before retry `n`, where 0 is the first: a random time up to a bound, which doubles
 * from `baseMs` to `capMs`. It is random from 0 on, because what fails for one window fails for all windows at the same moment.
 */
export function backoff(
	baseMs: number,
	capMs: number,
	random: () => number = Math.random,
): (n: number) => number {
	return (n) => random() * Math.min(capMs, baseMs * 2 ** Math.min(n, 1000));
}
