let acts = 0;

for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
	addEventListener(type, () => (acts += 1), { passive: true, capture: true });

/**
 * Returns a function that says whether the user has done nothing since. What loads a place that they want to go to must not take the focus
 * when they do something else by then: the letters that they write would be keys of the page.
 */
export function watchUser(): () => boolean {
	const before = acts;
	return () => acts === before;
}
