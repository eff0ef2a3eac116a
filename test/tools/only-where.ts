/** The tests that this machine cannot run. */
export const skipped: string[] = [];

/**
 * Registers a test only if the machine has what it needs. A test that skips itself while it runs looks like a passed one. The
 * summary names each skipped test and the reason.
 */
export function onlyWhere(
	isPossible: boolean,
	missing: string,
	title: string,
	register: (title: string) => unknown,
): void {
	if (isPossible) register(title);
	else skipped.push(`${title} (${missing})`);
}
