import type { Focus } from '../../src/protocol/ticket.ts';
import { isField } from './keys.ts';

/** A dialog has keys of its own. */
const hasFocus = (): boolean => document.hasFocus() && !document.querySelector('dialog[open]');

const isInField = (): boolean => isField(document.activeElement);

/**
 * Tells what of the page has the focus, each time it is something else; `isAhead` says whether a field is still to come. What it
 * gives back looks once more.
 */
export function watchFocus(tell: (on: Focus) => void, isAhead: () => boolean): () => void {
	let told: Focus = 'nothing';
	const look = () => {
		const now = !hasFocus() ? 'nothing' : isInField() ? 'field' : isAhead() ? 'ahead' : 'page';
		if (now !== told) tell(now);
		told = now;
	};
	addEventListener('focusin', look);
	// After the event, when the focus is where it goes.
	for (const what of ['focusout', 'focus', 'blur']) addEventListener(what, () => setTimeout(look));
	look();
	return look;
}

/** The editor takes the focus from a field when it takes it from the page, and gives it back to the page alone: who wrote writes on. */
export function returnToField(): void {
	let left: HTMLElement | undefined;
	addEventListener('focusin', ({ target }) => {
		left = target instanceof HTMLElement && isField(target) ? target : undefined;
	});
	addEventListener('focusout', () =>
		setTimeout(() => {
			// Left by a key or a click, and not with the page.
			if (document.hasFocus() && !isInField()) left = undefined;
		}),
	);
	addEventListener('focus', () => {
		if (left?.isConnected && !isInField()) left.focus({ preventScroll: true });
	});
}
