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
	/** Added since something was redacted. */
	#fresh: string[] = [];
	/** Each for more secrets than the next one, so that one secret more makes a small one in most cases, and not all anew. */
	readonly #finders: Finder[] = [];

	add(secret: string): void {
		if (secret === '' || this.#known.has(secret)) return;
		this.#known.add(secret);
		this.#fresh.push(secret);
	}

	/**
	 * The text with every known secret masked, however it is escaped or encoded, and whatever has the shape of one. All
	 * are found in the text as it was given and only then masked, so none can hide by overlapping another.
	 */
	redact(text: string): string {
		this.#takeFresh();
		const stretches = new Stretches();
		for (const { find } of this.#finders) find(text, stretches.mark);
		shapes(text, stretches.mark);
		for (const view of views(text)) {
			const mark = onOriginal(view, stretches.mark);
			for (const { find } of this.#finders) find(view.text, mark);
			shapes(view.text, mark);
		}
		return stretches.mask(text);
	}

	#takeFresh(): void {
		if (this.#fresh.length === 0) return;
		let secrets = this.#fresh;
		this.#fresh = [];
		for (
			let last = this.#finders.at(-1);
			last && last.secrets.length <= secrets.length;
			last = this.#finders.at(-1)
		) {
			secrets = [...last.secrets, ...secrets];
			this.#finders.pop();
		}
		this.#finders.push({ secrets, find: finder(secrets.flatMap(spellings)) });
	}
}

interface Finder {
	readonly secrets: readonly string[];
	readonly find: (text: string, mark: Mark) => void;
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
