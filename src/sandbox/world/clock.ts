/** The time of a forge: the real one, except while a world is built, when it is what the world says. */
export interface Clock {
	readonly now: () => Date;
	/** The clock stands at a moment. */
	set(moment: Date): void;
	/** It goes again. */
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
