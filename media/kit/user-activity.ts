/** Calls `act` whenever the user begins to scroll, click or type. */
export function onUserActivity(act: (event: Event) => void): void {
	for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
		addEventListener(type, act, { passive: true, capture: true });
}

let [acts, pointerActs] = [0, 0];
onUserActivity(({ type }) => {
	acts += 1;
	if (type !== 'keydown') pointerActs += 1;
});

/**
 * Returns a function that tells whether the user has done nothing since. Otherwise, a place that has loaded must not take the focus: the
 * letters that they type would become keys of the page.
 */
export function watchUser(): () => boolean {
	const before = acts;
	return () => acts === before;
}

/** The same, except that keys do not count: they may wait for what is loaded. */
export function watchPointer(): () => boolean {
	const before = pointerActs;
	return () => pointerActs === before;
}
