/** The clock of a forge. It shows the real time, except while a world is built. */
export interface Clock {
	readonly now: () => Date;
	/** Stops the clock at a time. */
	set(time: Date): void;
	/** Returns to the real time. */
	run(): void;
}

export function createClock(): Clock {
	let stopped: Date | undefined;
	return {
		now: () => stopped ?? new Date(),
		set: (time) => {
			stopped = time;
		},
		run: () => {
			stopped = undefined;
		},
	};
}
