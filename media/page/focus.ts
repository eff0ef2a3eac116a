import { isField } from './keys.ts';

const isInField = (): boolean => isField(document.activeElement);

/** The editor takes the focus from a field together with the page, but gives it back only to the page: then the field gets it back. */
export function returnToField(): void {
	let left: HTMLElement | undefined;
	addEventListener('focusin', ({ target }) => {
		left = target instanceof HTMLElement && isField(target) ? target : undefined;
	});
	addEventListener('focusout', () =>
		setTimeout(() => {
			// The user left it with a key or a click, and is still on the page.
			if (document.hasFocus() && !isInField()) left = undefined;
		}),
	);
	addEventListener('focus', () => {
		if (left?.isConnected && !isInField()) left.focus({ preventScroll: true });
	});
}

/**
 * A change of focus that has been requested: a quick pick or another page is about to take the focus. Until it comes back, or stays after
 * all, letters are not keys of this page, because the user means them for what comes next.
 */
export class PendingFocusChange {
	#request: Promise<unknown> | undefined;

	constructor() {
		for (const isBack of ['focus', 'pointerdown']) addEventListener(isBack, () => this.#end());
	}

	get isPending(): boolean {
		return this.#request !== undefined;
	}

	/** `request` moves the focus away. It settles when the focus is back, unless `isGone(answer)`: then another page keeps it. */
	async during<T>(request: Promise<T>, isGone: (answer: T) => boolean = () => false): Promise<T> {
		this.#request = request;
		const answer = await request;
		if (this.#request === request && !isGone(answer)) this.#end();
		return answer;
	}

	#end(): void {
		this.#request = undefined;
	}
}
