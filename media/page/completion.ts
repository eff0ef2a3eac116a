import type { Suggestion } from '../../src/platform/page/parts.ts';
import type { Answer } from '../../src/platform/page/requests.ts';
import { putAtCaret } from './caret.ts';
import { type Child, h } from './draw.ts';
import { insert } from './insert.ts';

/** The word before the caret that can be completed: `#12`, `~an`. */
interface PartialWord {
	readonly prefix: '#' | '~';
	readonly word: string;
}

/** Asks the host for completions. */
export type Complete = (partial: PartialWord) => Promise<Answer<{ readonly items: readonly Suggestion[] }>>;

function partialWordAt({
	value,
	selectionStart,
	selectionEnd,
}: HTMLTextAreaElement): (PartialWord & { readonly start: number }) | undefined {
	if (selectionStart !== selectionEnd) return undefined;
	const before = value.slice(Math.max(0, selectionStart - 100), selectionStart);
	const [matched, prefix, word = ''] =
		/(?<![\p{L}\p{N}_/#~.-])([#~])([\p{L}\p{N}_.-]{0,60})$/u.exec(before) ?? [];
	if (matched === undefined) return undefined;
	return { prefix: prefix === '#' ? '#' : '~', word, start: selectionStart - matched.length };
}

/** Suggestions for what the user is typing in a box. Only the box that has the focus shows them, so their ids are unique. */
export class Completion {
	readonly #complete: Complete;
	readonly #redraw: () => void;
	#suggestions: readonly Suggestion[] = [];
	/** The index of the suggestion that Enter accepts. */
	#chosen = 0;
	/** Counts requests, so that only the answer to the latest one is shown. */
	#requestCount = 0;

	constructor(complete: Complete, redraw: () => void) {
		this.#complete = complete;
		this.#redraw = redraw;
	}

	get count(): number {
		return this.#suggestions.length;
	}

	/** The element id of the suggestion that Enter accepts, for screen readers. */
	get activeId(): string | null {
		return this.#suggestions.length > 0 ? `suggestion-${this.#chosen}` : null;
	}

	/** Suggests completions for the word before the caret. */
	async suggest(field: HTMLTextAreaElement): Promise<void> {
		const partial = partialWordAt(field);
		this.#requestCount += 1;
		const request = this.#requestCount;
		if (!partial) return this.close();
		const answer = await this.#complete({ prefix: partial.prefix, word: partial.word });
		if (request !== this.#requestCount) return;
		this.#suggestions = 'ok' in answer ? answer.ok.items : [];
		this.#chosen = 0;
		this.#redraw();
		const list = document.querySelector<HTMLElement>('#suggestions');
		if (list) putAtCaret(list, field);
	}

	close(): void {
		this.#requestCount += 1;
		if (this.#suggestions.length === 0) return;
		this.#suggestions = [];
		this.#redraw();
	}

	/** Handles a key in the field. Returns whether it was meant for the suggestions. */
	handleKey(key: string, field: HTMLTextAreaElement): boolean {
		const { length } = this.#suggestions;
		if (length === 0) return false;
		if (key === 'Escape') this.close();
		else if (key === 'Enter' || key === 'Tab') this.accept(this.#chosen, field);
		else if (key === 'ArrowDown' || key === 'ArrowUp') {
			this.#chosen = (this.#chosen + (key === 'ArrowDown' ? 1 : length - 1)) % length;
			this.#redraw();
			document.querySelector(`#suggestion-${this.#chosen}`)?.scrollIntoView({ block: 'nearest' });
		} else return false;
		return true;
	}

	/** Replaces the word before the caret with a suggestion. */
	accept(index: number, field: HTMLTextAreaElement): void {
		const suggestion = this.#suggestions[index];
		this.close();
		const partial = partialWordAt(field);
		if (suggestion && partial) insert(field, `${suggestion.insert} `, partial.start, field.selectionStart);
	}

	drawList(): Child {
		if (this.#suggestions.length === 0) return null;
		return h(
			'ul',
			{
				key: 'suggestions',
				class: 'suggestions',
				id: 'suggestions',
				role: 'listbox',
				'aria-label': 'Suggestions',
			},
			...this.#suggestions.map(({ label, detail }, index) =>
				h(
					'li',
					{
						id: `suggestion-${index}`,
						role: 'option',
						'aria-selected': String(index === this.#chosen),
						'data-suggestion': index,
					},
					h('b', {}, label),
					h('span', { class: 'clip muted', dir: 'auto' }, detail),
				),
			),
		);
	}
}
