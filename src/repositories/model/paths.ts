// A path inside a repository is names joined by slashes, without a slash at either end. The root is the empty text.

export const joinPath = (directory: string, name: string): string =>
	directory === '' ? name : `${directory}/${name}`;

export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The names of a path. Undefined if it has an empty name, `.` or `..`, or a NUL, so that no path leads out of the repository. */
export function splitPath(path: string): readonly string[] | undefined {
	if (path === '') return [];
	const names = path.split('/');
	return names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\0'))
		? undefined
		: names;
}

/** The names in the target of a symbolic link, which can be empty, `.` or `..`. Undefined if no such target is in a repository. */
export const splitTarget = (target: string): readonly string[] | undefined =>
	target === '' || target.startsWith('/') || target.includes('\0') ? undefined : target.split('/');

/** Orders paths by their bytes in UTF-8, as git does. */
export function comparePaths(a: string, b: string): number {
	if (a === b) return 0;
	let at = 0;
	while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
	const [first, second] = [rank(a.charCodeAt(at)), rank(b.charCodeAt(at))];
	return first - second;
}

/** The end of a text comes first. Surrogates stand for characters that come after all others. */
function rank(unit: number): number {
	if (Number.isNaN(unit)) return -1;
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
