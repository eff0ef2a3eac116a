type End = { dispose(): unknown } | (() => unknown);

/** For the tests of a `describe`: returns a function that takes what is to end after the running test, the last first. */
export function endings(): (...ends: readonly End[]) => void {
	const ends: End[] = [];
	afterEach(async () => {
		for (const end of ends.splice(0).reverse()) await (typeof end === 'function' ? end() : end.dispose());
	});
	return (...more) => {
		ends.push(...more);
	};
}
