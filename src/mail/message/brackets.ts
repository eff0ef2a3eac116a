/**
 * Finds the ends of quoted strings, comments and angle brackets in a header. After a bracket that is not closed, all brackets of its
 * kind are characters. They are not searched again, so a header takes linear time.
 */
export class Brackets {
	readonly #text: string;
	#areQuotesOpen = false;
	#areCommentsOpen = false;

	constructor(text: string) {
		this.#text = text;
	}

	/** The offset after the brackets that start at `start`. Undefined if there are none, or they are not closed. */
	endOf(start: number): number | undefined {
		const character = this.#text[start];
		if (character === '"') return this.endOfQuotes(start);
		if (character === '(') return this.#endOfComment(start);
		return character === '<' ? this.#endOfAngle(start) : undefined;
	}

	endOfQuotes(start: number): number | undefined {
		if (this.#areQuotesOpen) return undefined;
		for (let at = start + 1; at < this.#text.length; at += 1) {
			const character = this.#text[at];
			if (character === '\\') at += 1;
			else if (character === '"') return at + 1;
		}
		this.#areQuotesOpen = true;
		return undefined;
	}

	/** Comments may contain comments. */
	#endOfComment(start: number): number | undefined {
		if (this.#areCommentsOpen) return undefined;
		let depth = 0;
		for (let at = start; at < this.#text.length; at += 1) {
			const character = this.#text[at];
			if (character === '\\') at += 1;
			else if (character === '(') depth += 1;
			else if (character === ')') depth -= 1;
			if (depth === 0) return at + 1;
		}
		this.#areCommentsOpen = true;
		return undefined;
	}

	/** The part of an address before the @ may be a quoted string. */
	#endOfAngle(start: number): number | undefined {
		for (let at = start + 1; at < this.#text.length; at += 1) {
			const character = this.#text[at];
			if (character === '>') return at + 1;
			if (character === '<') return undefined;
			if (character === '"') at = (this.endOfQuotes(at) ?? at + 1) - 1;
		}
		return undefined;
	}
}

/** Removes the backslashes of a quoted string or comment. */
export const unescapeQuoted = (text: string): string => text.replace(/\\([\s\S])/g, '$1');

/** Removes comments in parentheses. Quoted strings are not expected. */
export function withoutComments(text: string): string {
	const brackets = new Brackets(text);
	let kept = '';
	let at = 0;
	for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', at)) {
		const end = brackets.endOf(open);
		if (end === undefined) break;
		kept += `${text.slice(at, open)} `;
		at = end;
	}
	return kept + text.slice(at);
}
