import type { RequestAnswer } from '../../../src/platform/page/requests.ts';
import type { Suggestion } from '../../../src/platform/page/snapshot-parts.ts';
import { putAtCaret } from '../caret.ts';
import { type Child, h } from '../draw.ts';
import { insert } from '../insert.ts';

/** The word before the caret that can be completed: `#12`, `~an`. */
interface PartialWord {
	readonly prefix: '#' | '~';
	readonly word: string;
}

/** Asks the host for completions. */
export type Complete = (
	partial: PartialWord,
) => Promise<RequestAnswer<{ readonly items: readonly Suggestion[] }>>;

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
	/** The word that the suggestions complete, with its prefix. The user may have typed more since. */
	#completed = '';
	/** The index of the suggestion that Enter accepts. */
	#chosen = 0;
	/** The user has moved to a suggestion with the arrow keys since they typed. */
	#hasMoved = false;
	/** Where the caret is after a space that accepting has added, until the next key. */
	#afterAddedSpace: number | undefined;
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
		this.#hasMoved = false;
		if (!partial) return this.close();
		const answer = await this.#complete({ prefix: partial.prefix, word: partial.word });
		if (request !== this.#requestCount) return;
		this.#suggestions = 'ok' in answer ? answer.ok.items : [];
		this.#completed = partial.prefix + partial.word;
		this.#chosen = 0;
		this.#hasMoved = false;
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
	handleKey({ key, shiftKey }: KeyboardEvent, field: HTMLTextAreaElement): boolean {
		const { length } = this.#suggestions;
		const { selectionStart, selectionEnd } = field;
		const hasAddedSpace = selectionStart === selectionEnd && this.#afterAddedSpace === selectionEnd;
		this.#afterAddedSpace = undefined;
		// If the user types the space that accepting already added, ignore it.
		if (key === ' ' && hasAddedSpace) return true;
		if (length === 0) return false;
		if (key === 'Escape') this.close();
		else if (!shiftKey && (key === 'Enter' || key === 'Tab')) {
			if (!this.#canAccept(field)) {
				this.close();
				return false;
			}
			this.accept(this.#chosen, field);
		} else if (key === 'ArrowDown' || key === 'ArrowUp') {
			this.#hasMoved = true;
			this.#chosen = (this.#chosen + (key === 'ArrowDown' ? 1 : length - 1)) % length;
			this.#redraw();
			document.querySelector(`#suggestion-${this.#chosen}`)?.scrollIntoView({ block: 'nearest' });
		} else return false;
		return true;
	}

	/**
	 * Whether Enter or Tab accepts a suggestion: always after the user has moved with the arrow keys, and otherwise if the suggestions are for
	 * the word as it is now, and none of them is that word.
	 */
	#canAccept(field: HTMLTextAreaElement): boolean {
		if (this.#hasMoved) return true;
		const partial = partialWordAt(field);
		const written = partial && partial.prefix + partial.word;
		const isComplete = this.#suggestions.some((suggestion) => suggestion.insert === written);
		return written === this.#completed && !isComplete;
	}

	/** Replaces the word before the caret with a suggestion and a space, unless there is a space. */
	accept(index: number, field: HTMLTextAreaElement): void {
		const suggestion = this.#suggestions[index];
		this.close();
		const partial = partialWordAt(field);
		if (!suggestion || !partial) return;
		const { selectionStart: caret, value } = field;
		insert(field, `${suggestion.insert} `, partial.start, value[caret] === ' ' ? caret + 1 : caret);
		this.#afterAddedSpace = partial.start + suggestion.insert.length + 1;
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
