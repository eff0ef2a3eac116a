import type { GitObject } from '../../forge/shapes/git-objects.ts';

/** Parses an annotated tag: its name, its message, and the id of its target. */
export function parseTag({ content }: GitObject): { name: string; message: string; object: string } {
	const text = content.toString('utf8');
	const end = text.indexOf('\n\n');
	const headers = end === -1 ? text : text.slice(0, end);
	const header = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(headers)?.[1] ?? '';
	return { name: header('tag'), message: end === -1 ? '' : text.slice(end + 2), object: header('object') };
}
