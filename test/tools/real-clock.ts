/** The platform's clocks and timers, which go on while a test has stopped the global ones. */
export const realClock = {
	...{ setTimeout, clearTimeout, setInterval, Date },
	/** Milliseconds since the process began. */
	now: performance.now.bind(performance),
	/** The time of day. */
	today: Date.now.bind(Date),
	timeLimit: AbortSignal.timeout.bind(AbortSignal),
};
