import { isField } from './keys.ts';

const isInField = (): boolean => isField(document.activeElement);

/**
 * The editor takes the focus from a field together with the page, and gives it back to the page alone: then the field gets it back.
 */
export function returnToField(): void {
	let left: HTMLElement | undefined;
	addEventListener('focusin', ({ target }) => {
		left = target instanceof HTMLElement && isField(target) ? target : undefined;
	});
	addEventListener('focusout', () =>
		setTimeout(() => {
			// The user left it by a key or a click, and is still on the page.
			if (document.hasFocus() && !isInField()) left = undefined;
		}),
	);
	addEventListener('focus', () => {
		if (left?.isConnected && !isInField()) left.focus({ preventScroll: true });
	});
}

/**
 * Whether the focus is about to leave the page, for a box of the editor or another page. Until it comes back, or stays after all,
 * letters are not keys of this page: the user means them for what comes next.
 */
export class Departure {
	#asked: Promise<unknown> | undefined;

	constructor() {
		for (const isBack of ['focus', 'pointerdown']) addEventListener(isBack, () => this.#end());
	}

	get isUnderWay(): boolean {
		return this.#asked !== undefined;
	}

	/** `asked` makes the focus leave, and is answered when it is back; or, where `isGone` says so, when it has left for good. */
	async after<T>(asked: Promise<T>, isGone: (answer: T) => boolean = () => false): Promise<T> {
		this.#asked = asked;
		const answer = await asked;
		if (this.#asked === asked && !isGone(answer)) this.#end();
		return answer;
	}

	#end(): void {
		this.#asked = undefined;
	}
}
