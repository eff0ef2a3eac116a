/** The page does not wait longer than this for the release. */
const longestMs = 2000;

/** Resolves when the user releases the control that they press. Undefined while they press none. */
let press: PromiseWithResolvers<void> | undefined;

function begin({ target, button }: PointerEvent): void {
	if (button !== 0 || !(target instanceof Element) || !target.closest('[data-do], a, area')) return;
	end();
	const begun = Promise.withResolvers<void>();
	press = begun;
	setTimeout(() => press === begun && end(), longestMs);
}

function end(): void {
	press?.resolve();
	press = undefined;
}

/** Call once, before `whenReleased`. */
export function followPresses(): void {
	addEventListener('pointerdown', begin, { capture: true });
	// A click follows in the same task.
	for (const type of ['pointerup', 'pointercancel', 'blur'])
		addEventListener(type, () => setTimeout(end), { capture: true });
}

/**
 * Does work that may draw the page, but not while the user presses a control: if the control moved or were replaced before the release, the
 * browser would make no click of it.
 */
export async function whenReleased(work: () => void): Promise<void> {
	if (press) await press.promise;
	work();
}
