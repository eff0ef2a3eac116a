/** The tests of this process that the machine cannot run. */
export const skipped: string[] = [];

/**
 * Registers a test only where the machine has what it needs: one that skips itself while it runs looks like one that passed. The
 * summary names what was skipped, and why.
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
