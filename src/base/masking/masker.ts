import type { Secrets } from '../secrets.ts';
import { finder, type Mark } from './finder.ts';
import { spellingsOf } from './spellings.ts';

/** Replaces a secret. It is not ASCII, so that no HTTP header can contain it. */
const placeholder = '\u2022\u2022\u2022';

/** Masks secrets in texts. Secrets that are added later are masked too. */
export class Masker {
	readonly #secrets: Secrets;
	/** How many of the secrets the finders cover. */
	#indexedCount = 0;
	/** Each finder covers more secrets than the next, so that adding a secret usually builds a small finder and rarely a large one. */
	readonly #finders: Finder[] = [];

	constructor(secrets: Secrets) {
		this.#secrets = secrets;
	}

	/**
	 * Masks every known secret in the text, however it is usually written, and the logins in addresses, which the editor's settings may have.
	 * Finds all of them in the original text before it masks any, so none can hide by overlapping another.
	 */
	mask(text: string): string {
		this.#indexNew();
		const ranges = new MarkedRanges();
		for (const { find } of this.#finders) find(text, ranges.mark);
		markLogins(text, ranges.mark);
		return ranges.mask(text);
	}

	#indexNew(): void {
		if (this.#secrets.count === this.#indexedCount) return;
		let secrets = this.#secrets.addedAfter(this.#indexedCount);
		this.#indexedCount = this.#secrets.count;
		let last = this.#finders.at(-1);
		while (last && last.secrets.length <= secrets.length) {
			secrets = [...last.secrets, ...secrets];
			this.#finders.pop();
			last = this.#finders.at(-1);
		}
		this.#finders.push({ secrets, find: finder(secrets.flatMap(spellingsOf)) });
	}
}

/** The login in an address. */
const addressLogins = /(?<=:\/\/)[^\s/?#"<>\\]+(?=@)/g;
/** The login after the kind of a proxy: the editor's errors name the proxies of its settings like this. */
const proxyLogins = /(?<=\b(?:PROXY|HTTPS?|SOCKS[45]?) +)[^\s"]+(?=@)/g;

/** Marks what comes before the `@` of a host. A user name alone may be a token too, except with ssh. */
function markLogins(text: string, mark: Mark): void {
	for (const { 0: login, index } of text.matchAll(proxyLogins)) mark(index, index + login.length);
	for (const { 0: login, index } of text.matchAll(addressLogins)) {
		const isUserOfSsh = !login.includes(':') && /ssh:\/\/$/i.test(text.slice(Math.max(0, index - 6), index));
		if (!isUserOfSsh) mark(index, index + login.length);
	}
}

interface Finder {
	readonly secrets: readonly string[];
	readonly find: (text: string, mark: Mark) => void;
}

class MarkedRanges {
	readonly #all: { start: number; end: number }[] = [];

	/** Merges a stretch with the last one if they touch, because a short secret in a long text produces very many. */
	readonly mark: Mark = (start, end) => {
		const last = this.#all.at(-1);
		if (start >= end) return;
		if (!last || start > last.end || end < last.start) this.#all.push({ start, end });
		else {
			last.start = Math.min(last.start, start);
			last.end = Math.max(last.end, end);
		}
	};

	/** Writes one placeholder for stretches that overlap or touch, so that the result does not show where a secret ends. */
	mask(text: string): string {
		if (this.#all.length === 0) return text;
		const parts: string[] = [];
		let done = 0;
		let hasPlaceholder = false;
		for (const { start, end } of this.#all.sort((a, b) => a.start - b.start)) {
			if (start > done || !hasPlaceholder) parts.push(text.slice(done, start), placeholder);
			done = Math.max(done, end);
			hasPlaceholder = true;
		}
		parts.push(text.slice(done));
		return parts.join('');
	}
}
