/** A text to search for, and how many characters before and after each match belong to it, whatever they are. */
export interface Needle {
	readonly text: string;
	readonly before?: number;
	readonly after?: number;
}

/** Reports a stretch of text, end exclusive. */
export type Mark = (start: number, end: number) => void;

/**
 * Searches for all needles in one pass (Aho–Corasick). Time is linear in the text, however the needles overlap or repeat. Every
 * character of every match lies in a marked stretch; stretches may overlap.
 */
export function finder(needles: Iterable<Needle>): (text: string, mark: Mark) => void {
	const { step, back, after } = automaton([...needles]);
	return (text, mark) => {
		let here = 0;
		for (let i = 0; i < text.length; i++) {
			here = step(here, text.charCodeAt(i));
			const reach = back[here] ?? 0;
			if (reach > 0) mark(Math.max(0, i + 1 - reach), Math.min(text.length, i + 1 + (after[here] ?? 0)));
		}
	};
}

/**
 * States are numbers, and their data is in arrays of numbers: an object with a map per state would take ten times as much memory,
 * and each secret needs some hundred states. State 0 is the start. A state's `child` is the first of a chain of `sibling`s. The
 * chains are short; only the start has many children, so it has a map.
 */
function automaton(needles: readonly Needle[]) {
	const most = needles.reduce((sum, { text }) => sum + text.length, 1);
	const unit = new Uint16Array(most);
	const [child, sibling, fall] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
	/** How far the needles that end in a state reach. `back` is 0 if no needle ends there. */
	const [back, after] = [new Int32Array(most), new Int32Array(most)];
	const first = new Map<number, number>();
	let size = 1;

	const next = (here: number, wanted: number): number => {
		if (here === 0) return first.get(wanted) ?? 0;
		let found = child[here] ?? 0;
		while (found !== 0 && unit[found] !== wanted) found = sibling[found] ?? 0;
		return found;
	};
	const step = (from: number, wanted: number): number => {
		let here = from;
		let found = next(here, wanted);
		while (found === 0 && here !== 0) {
			here = fall[here] ?? 0;
			found = next(here, wanted);
		}
		return found;
	};
	const grow = (here: number, wanted: number): number => {
		const made = size++;
		unit[made] = wanted;
		if (here === 0) first.set(wanted, made);
		else {
			sibling[made] = child[here] ?? 0;
			child[here] = made;
		}
		return made;
	};

	for (const needle of needles) {
		const { text } = needle;
		let here = 0;
		for (let i = 0; i < text.length; i++) {
			const wanted = text.charCodeAt(i);
			here = next(here, wanted) || grow(here, wanted);
		}
		back[here] = Math.max(back[here] ?? 0, text.length + (needle.before ?? 0));
		after[here] = Math.max(after[here] ?? 0, needle.after ?? 0);
	}
	// Assigns each state, in breadth-first order, the state of its longest proper suffix, and merges that state's reach.
	const queue = [...first.values()];
	for (const here of queue) {
		for (let below = child[here] ?? 0; below !== 0; below = sibling[below] ?? 0) {
			const suffix = step(fall[here] ?? 0, unit[below] ?? 0);
			fall[below] = suffix;
			back[below] = Math.max(back[below] ?? 0, back[suffix] ?? 0);
			after[below] = Math.max(after[below] ?? 0, after[suffix] ?? 0);
			queue.push(below);
		}
	}
	return { step, back, after };
}
