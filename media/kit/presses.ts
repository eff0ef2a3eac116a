/** The page does not wait longer than this for the release. */
const longestMs = 2000;

/** Not every button has an action of the page: that of an image has none. */
const controls = 'button, summary, a, area, [data-do]';

/** Resolves when the user releases the control that they press. Undefined while they press none. */
let press: PromiseWithResolvers<void> | undefined;

function begin({ target, button }: PointerEvent): void {
	if (button !== 0 || !(target instanceof Element) || !target.closest(controls)) return;
	end(press);
	const begun = Promise.withResolvers<void>();
	press = begun;
	setTimeout(() => end(begun), longestMs);
}

function end(ended: typeof press): void {
	if (press === ended) press = undefined;
	ended?.resolve();
}

/** Call once, before `whenReleased`. */
export function followPresses(): void {
	addEventListener('pointerdown', begin, { capture: true });
	// Without `capture`: `blur` does not bubble, so only that of the window arrives, and not that of a field when a button is pressed.
	for (const type of ['pointerup', 'pointercancel', 'blur']) {
		addEventListener(type, () => {
			const ended = press;
			// A click follows in the same task.
			setTimeout(() => end(ended));
		});
	}
}

/**
 * Does work that may draw the page, but not while the user presses a control: if the control moved or were replaced before the release, the
 * browser would make no click of it.
 */
export async function whenReleased(work: () => void): Promise<void> {
	// The next press may have begun.
	while (press) await press.promise;
	work();
}
