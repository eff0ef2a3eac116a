import { isField, isTyping } from './keys.ts';

const isInField = (): boolean => isField(document.activeElement);

let waiting: HTMLElement | undefined;

/** Focuses an element as soon as the page has the focus: earlier, it would take the focus from VS Code. */
export function focusWithPage(element: HTMLElement): void {
	if (document.hasFocus()) {
		waiting = undefined;
		element.focus({ preventScroll: true });
		return;
	}
	if (!waiting) addEventListener('focus', focusWaiting, { once: true });
	waiting = element;
}

/** The element that has the focus, or gets it as soon as the page has the focus. */
export const focusedElement = (): Element | null => waiting ?? document.activeElement;

function focusWaiting(): void {
	waiting?.focus({ preventScroll: true });
	waiting = undefined;
}

/** Returns the focus to the field that had it when VS Code gives the focus back to the page: VS Code returns it only to the page as a whole. */
export function returnToField(): void {
	let lastField: HTMLElement | undefined;
	addEventListener('focusin', ({ target }) => {
		lastField = target instanceof HTMLElement && isField(target) ? target : undefined;
	});
	addEventListener('focusout', () =>
		setTimeout(() => {
			// The user left the field with a key or a click, and is still on the page.
			if (document.hasFocus() && !isInField()) lastField = undefined;
		}),
	);
	addEventListener('focus', () => {
		if (lastField?.isConnected && !isInField()) lastField.focus({ preventScroll: true });
	});
}

/**
 * Moves the focus to the title of the page, because what had the focus is gone. With a `field`, moves it there: it was in a text field, and
 * the next letters are not page keys.
 */
export function restoreFocus(field: HTMLTextAreaElement | null): void {
	(field ?? document.querySelector('h1'))?.focus({ preventScroll: !field });
	field?.setSelectionRange(field.value.length, field.value.length);
}

/** How a change of focus goes on. */
interface FocusChange<Answer> {
	/** Whether another page keeps the focus. */
	readonly isElsewhere?: (answer: Answer) => boolean;
	/** Which keys wait for the answer; all, if it is not given. */
	readonly waits?: (event: KeyboardEvent) => boolean;
	/** Whether the focus may leave the page for a moment, and comes back to what replaces it. */
	readonly comesBack?: boolean;
}

/**
 * A requested change of focus: a quick pick or another page is about to take the focus. Until the focus has returned, or it is clear that
 * it stays, letters are not page keys, because the user means them for what opens.
 */
export class PendingFocusChange {
	#request: Promise<unknown> | undefined;
	/** Which keys wait for the request. What is typed after one of them waits, too. */
	#waits: (event: KeyboardEvent) => boolean = () => true;
	/** See `FocusChange`. */
	#comesBack = false;
	/** The keys that were pressed since the request. */
	#keys: KeyboardEvent[] = [];

	constructor() {
		addEventListener('pointerdown', () => this.#end());
		addEventListener('focus', () => {
			if (!this.#comesBack) this.#end();
		});
		addEventListener('blur', () => {
			// The keys were meant for what takes the focus.
			if (!this.#comesBack) this.#keys = [];
		});
	}

	/**
	 * Waits for the answer to a request that moves the focus away. The answer comes when the focus is back, except if `isElsewhere(answer)`:
	 * then another page keeps the focus. Returns also the keys that were pressed meanwhile, if the focus has not moved, or `comesBack`.
	 */
	async waitFor<T>(
		request: Promise<T>,
		{ isElsewhere = () => false, waits = () => true, comesBack = false }: FocusChange<T> = {},
	): Promise<{ readonly answer: T; readonly keys: readonly KeyboardEvent[] }> {
		this.#request = request;
		this.#waits = waits;
		this.#comesBack = comesBack;
		this.#keys = [];
		const answer = await request;
		if (this.#request !== request) return { answer, keys: [] };
		if (isElsewhere(answer)) {
			this.#comesBack = false;
			return { answer, keys: [] };
		}
		const keys = this.#keys;
		this.#end();
		return { answer, keys };
	}

	/** Keeps a key that is pressed while the change is pending. Returns whether it waits. Keys that type nothing do not, except for Escape. */
	addKey(event: KeyboardEvent): boolean {
		if (!this.#request) return false;
		const mayBeFirst = event.key === 'Escape' || (isTyping(event) && /^.$/u.test(event.key));
		const waits = (mayBeFirst && this.#waits(event)) || (this.#keys.length > 0 && isTyping(event));
		if (waits && (!event.repeat || event.key === 'Backspace')) this.#keys.push(event);
		return waits;
	}

	#end(): void {
		this.#request = undefined;
		this.#comesBack = false;
		this.#keys = [];
	}
}
