let acts = 0;

for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
	addEventListener(type, () => (acts += 1), { passive: true, capture: true });

/**
 * Returns a function that tells whether the user has done nothing since. Otherwise, a place that has loaded must not take the focus: the
 * letters that they type would become keys of the page.
 */
export function watchUser(): () => boolean {
	const before = acts;
	return () => acts === before;
}
