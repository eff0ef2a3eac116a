/** A text to look for, and how many characters before and after an occurrence belong to it whatever they are. */
export interface Needle {
	readonly text: string;
	readonly before?: number;
	readonly after?: number;
}

/** Reports a stretch of text, end exclusive. */
export type Mark = (start: number, end: number) => void;

/** `back` and `after`: how far the needles that end in this state reach; `back` is 0 when none does. */
interface State {
	readonly next: Map<number, State>;
	fall: State | undefined;
	back: number;
	after: number;
}

/**
 * Looks for all needles in one pass (Aho–Corasick): time is linear in the text whatever the needles and however they
 * overlap or repeat. Every character of every occurrence lies in a marked stretch; stretches overlap.
 */
export function finder(needles: Iterable<Needle>): (text: string, mark: Mark) => void {
	const root = state();
	for (const needle of needles) plant(root, needle);
	connect(root);

	return (text, mark) => {
		let here = root;
		for (let i = 0; i < text.length; i++) {
			const unit = text.charCodeAt(i);
			let next = here.next.get(unit);
			while (!next && here.fall) {
				here = here.fall;
				next = here.next.get(unit);
			}
			here = next ?? root;
			if (here.back > 0) mark(Math.max(0, i + 1 - here.back), Math.min(text.length, i + 1 + here.after));
		}
	};
}

function state(): State {
	return { next: new Map(), fall: undefined, back: 0, after: 0 };
}

function plant(root: State, { text, before = 0, after = 0 }: Needle): void {
	let here = root;
	for (let i = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		const next = here.next.get(unit) ?? state();
		here.next.set(unit, next);
		here = next;
	}
	here.back = Math.max(here.back, text.length + before);
	here.after = Math.max(here.after, after);
}

/** Gives each state, the shallow ones first, the state of its longest proper suffix, and that one's reach. */
function connect(root: State): void {
	const queue = [root];
	for (const here of queue) {
		for (const [unit, next] of here.next) {
			let fall = here.fall;
			while (fall && !fall.next.has(unit)) fall = fall.fall;
			next.fall = fall?.next.get(unit) ?? root;
			next.back = Math.max(next.back, next.fall.back);
			next.after = Math.max(next.after, next.fall.after);
			queue.push(next);
		}
	}
}
