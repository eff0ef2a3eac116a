/** Whether a time is known and less than `ms` ago. A time in the future counts by its distance: the clock was set back since. */
export const isRecent = (at: number | undefined, ms: number, now: number): boolean =>
	at !== undefined && Math.abs(now - at) < ms;
