/** The test files that may catch a change of a file: the one with its name first, then those nearest to it, fast ones before slow ones. */
export function byNearness(
	path: string,
	tests: readonly string[],
	durationMs: (test: string) => number,
): readonly string[] {
	const mirrored = path.replace(/^src\//, 'test/unit/').replace(/^media\//, 'test/unit/media/');
	const rank = (test: string) => nearness(mirrored, test);
	return tests.toSorted((a, b) => rank(b) - rank(a) || durationMs(a) - durationMs(b));
}

/** Common folders, then common words of the names: page tests are in one folder, with names such as `keys` for `field-keys`. */
function nearness(mirrored: string, test: string): number {
	const [folders, name] = split(mirrored);
	const [testFolders, testName] = split(test);
	const common = folders.findIndex((folder, nth) => folder !== testFolders[nth]);
	const words = name.split('-').filter((word) => testName.split('-').includes(word)).length;
	const isSame = name === testName ? 1 : 0;
	return (common < 0 ? folders.length : common) * 10 + words + isSame * 5;
}

function split(path: string): readonly [folders: readonly string[], name: string] {
	const parts = path.split('/');
	return [parts.slice(0, -1), (parts.at(-1) ?? '').replace(/(?:\.test)?\.ts$/, '')];
}
