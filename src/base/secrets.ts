import { finder, type Mark } from './redaction/finder.ts';
import { placeholder, shapes } from './redaction/shapes.ts';
import { spellings } from './redaction/spellings.ts';
import { onOriginal, views } from './redaction/views.ts';

/**
 * What must never be written to a log, a report or a message. Every string that goes into or comes out of
 * `SecretStorage` is added, and so is each secret path. There is no way to remove one: a token that was signed out may
 * still be in an error on its way.
 */
export class Secrets {
	readonly #known = new Set<string>();
	#find: ((text: string, mark: Mark) => void) | undefined;

	add(secret: string): void {
		if (secret === '' || this.#known.has(secret)) return;
		this.#known.add(secret);
		this.#find = undefined;
	}

	/**
	 * The text with every known secret masked, however it is escaped or encoded, and whatever has the shape of one. All
	 * are found in the text as it was given and only then masked, so none can hide by overlapping another.
	 */
	redact(text: string): string {
		this.#find ??= finder([...this.#known].flatMap(spellings));
		const stretches = new Stretches();
		this.#find(text, stretches.mark);
		shapes(text, stretches.mark);
		for (const view of views(text)) {
			const mark = onOriginal(view, stretches.mark);
			this.#find(view.text, mark);
			shapes(view.text, mark);
		}
		return stretches.mask(text);
	}
}

class Stretches {
	readonly #all: { start: number; end: number }[] = [];

	/** A short secret in a long text makes very many of these: what touches the last one joins it at once. */
	readonly mark: Mark = (start, end) => {
		const last = this.#all.at(-1);
		if (start >= end) return;
		if (!last || start > last.end || end < last.start) this.#all.push({ start, end });
		else {
			last.start = Math.min(last.start, start);
			last.end = Math.max(last.end, end);
		}
	};

	/** One placeholder for what overlaps or touches, so that it does not tell where one secret ends. */
	mask(text: string): string {
		if (this.#all.length === 0) return text;
		const parts: string[] = [];
		let done = 0;
		let open = false;
		for (const { start, end } of this.#all.sort((a, b) => a.start - b.start)) {
			if (start > done || !open) parts.push(text.slice(done, start), placeholder);
			done = Math.max(done, end);
			open = true;
		}
		parts.push(text.slice(done));
		return parts.join('');
	}
}
