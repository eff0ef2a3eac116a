/**
 * Waits until `isSo`, and fails after `seconds` with the words of `what`, or else with the condition as it is written. Every
 * loop of the tests that waits is this one, so that none waits for ever.
 */
export async function until(
	isSo: () => unknown,
	{ what, seconds = 20 }: { readonly what?: string; readonly seconds?: number } = {},
): Promise<void> {
	const end = performance.now() + seconds * 1000;
	while (!(await isSo())) {
		if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what ?? isSo}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
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
