/** What happened in a soak, to explain its problems by. */
export class History {
	readonly #events: { readonly at: number; readonly what: string; readonly isSetting: boolean }[] = [];

	/** `isSetting`: it concerns every text, for example because a window hung. */
	add(what: string, { isSetting = false } = {}): void {
		this.#events.push({ at: performance.now(), what, isSetting });
	}

	/** What happened to a text, and around it. */
	of(text: string): readonly string[] {
		const isOfText = ({ what }: { readonly what: string }) =>
			`${what} `.split(/[^\w ]/).some((part) => `${part} `.includes(`${text} `));
		const first = this.#events.findIndex(isOfText);
		const last = this.#events.findLastIndex(isOfText);
		if (first === -1) return [];
		const before = this.#events
			.slice(0, first)
			.filter(({ isSetting }) => isSetting)
			.slice(-2);
		const during = this.#events.slice(first, last + 1).filter((event) => event.isSetting || isOfText(event));
		return [...before, ...during].map(({ at, what }) => `${Math.round(at)} ms: ${what}`);
	}
}
