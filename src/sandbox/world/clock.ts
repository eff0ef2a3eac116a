/** The clock of a forge. It shows the real time, except that building a world sets it. */
export interface Clock {
	readonly now: () => Date;
	/** Stops the clock at a time. */
	set(moment: Date): void;
	/** Returns to the real time. */
	run(): void;
}

export function clock(): Clock {
	let stopped: Date | undefined;
	return {
		now: () => stopped ?? new Date(),
		set: (moment) => {
			stopped = moment;
		},
		run: () => {
			stopped = undefined;
		},
	};
}
