/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Shuffles an array in place. The same seed gives the same order. */
export function shuffle<T>(all: T[], seed: number): void {
	const random = randomNumbers(seed);
	for (let at = all.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[all[at], all[other]] = [all[other] as T, all[at] as T];
	}
}
