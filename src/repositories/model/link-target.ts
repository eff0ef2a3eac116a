/**
 * The path that a symbolic link leads to, from the root of its tree; undefined if that is outside of the tree. `path` is that of the
 * link itself.
 */
export function linkTarget(path: string, target: string): string | undefined {
	if (target === '' || target.startsWith('/') || target.includes('\0')) return undefined;
	const segments = path.split('/').slice(0, -1);
	for (const segment of target.split('/')) {
		if (segment === '' || segment === '.') continue;
		if (segment !== '..') segments.push(segment);
		else if (segments.pop() === undefined) return undefined;
	}
	return segments.join('/');
}
