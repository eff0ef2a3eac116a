/** A text to search for, and how many characters before and after each match to mark as well, whatever they are. */
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
		let node = 0;
		for (let i = 0; i < text.length; i++) {
			node = step(node, text.charCodeAt(i));
			const reach = back[node] ?? 0;
			if (reach > 0) mark(Math.max(0, i + 1 - reach), Math.min(text.length, i + 1 + (after[node] ?? 0)));
		}
	};
}

/** The states that follow the start. Nearly every character of a text is looked up here, so ASCII has a table. */
class FirstStates {
	readonly #ascii = new Int32Array(128);
	readonly #others = new Map<number, number>();

	/** The start itself if no needle begins with the character. */
	get(unit: number): number {
		return unit < 128 ? (this.#ascii[unit] ?? 0) : (this.#others.get(unit) ?? 0);
	}

	set(unit: number, state: number): void {
		if (unit < 128) this.#ascii[unit] = state;
		else this.#others.set(unit, state);
	}

	values(): number[] {
		return [...this.#ascii.filter((state) => state !== 0), ...this.#others.values()];
	}
}

/**
 * States are numbers, and their data is in arrays of numbers: an object with a map per state would take ten times as much memory,
 * and each secret needs some hundred states. State 0 is the start. A state's `child` is the first of a chain of `sibling`s. The
 * chains are short, except that of the start, so its children are in `FirstStates`.
 */
function automaton(needles: readonly Needle[]) {
	const capacity = needles.reduce((sum, { text }) => sum + text.length, 1);
	const unit = new Uint16Array(capacity);
	const child = new Int32Array(capacity);
	const sibling = new Int32Array(capacity);
	const suffixLink = new Int32Array(capacity);
	/** How far before and after its last character a match is marked, for the needles that end in a state. 0 if none ends there. */
	const back = new Int32Array(capacity);
	const after = new Int32Array(capacity);
	const first = new FirstStates();
	let size = 1;

	const next = (node: number, wanted: number): number => {
		if (node === 0) return first.get(wanted);
		let found = child[node] ?? 0;
		while (found !== 0 && unit[found] !== wanted) found = sibling[found] ?? 0;
		return found;
	};
	const step = (from: number, wanted: number): number => {
		let node = from;
		let found = next(node, wanted);
		while (found === 0 && node !== 0) {
			node = suffixLink[node] ?? 0;
			found = next(node, wanted);
		}
		return found;
	};
	const addState = (node: number, wanted: number): number => {
		const made = size++;
		unit[made] = wanted;
		if (node === 0) first.set(wanted, made);
		else {
			sibling[made] = child[node] ?? 0;
			child[node] = made;
		}
		return made;
	};

	for (const needle of needles) {
		const { text } = needle;
		let node = 0;
		for (let i = 0; i < text.length; i++) {
			const wanted = text.charCodeAt(i);
			node = next(node, wanted) || addState(node, wanted);
		}
		back[node] = Math.max(back[node] ?? 0, text.length + (needle.before ?? 0));
		after[node] = Math.max(after[node] ?? 0, needle.after ?? 0);
	}
	// Assigns each state, in breadth-first order, the state of its longest proper suffix, and merges that state's reach.
	const queue = first.values();
	for (const node of queue) {
		for (let below = child[node] ?? 0; below !== 0; below = sibling[below] ?? 0) {
			const suffix = step(suffixLink[node] ?? 0, unit[below] ?? 0);
			suffixLink[below] = suffix;
			back[below] = Math.max(back[below] ?? 0, back[suffix] ?? 0);
			after[below] = Math.max(after[below] ?? 0, after[suffix] ?? 0);
			queue.push(below);
		}
	}
	return { step, back, after };
}
