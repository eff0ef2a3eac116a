/**
 * Waits until `isSo`, and fails after `seconds` with the words of `what`, or else with the condition as it is written. Every
 * loop of the tests that waits is this one, so that none waits for ever.
 */
export async function until(
	isSo: () => unknown,
	{ what, seconds = 20 }: { readonly what?: string; readonly seconds?: number } = {},
): Promise<void> {
	const late = new Error(`Not within ${seconds} s: ${what ?? isSo}`);
	const deadline = Promise.withResolvers<never>();
	// A condition may be one that never settles.
	const timer = setTimeout(() => deadline.reject(late), seconds * 1000);
	try {
		while (!(await Promise.race([isSo(), deadline.promise]))) {
			await Promise.race([new Promise((resolve) => setTimeout(resolve, 10)), deadline.promise]);
		}
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Does something until `seen` resolves instead of timing out: for clicks and keys that the editor loses while it is busy with itself.
 * `seen` fails by a timeout of its own.
 */
export async function tryAgain(
	act: () => Promise<unknown>,
	seen: () => Promise<unknown>,
	tries = 6,
): Promise<void> {
	for (let left = tries; ; left--) {
		await act();
		try {
			await seen();
			return;
		} catch (error) {
			if (left <= 1) throw error;
		}
	}
}
