import { percentEncode } from '../../base/text/percent-encode.ts';
export interface LineRange {
	/** From 1. */
	readonly from: number;
	readonly to: number;
}

/** The address of a repository's own page. `base` is the address of the forge's repositories. */
export const repositoryAddress = (
	base: string,
	{ owner, repository }: { readonly owner: string; readonly repository: string },
): string => `${base.replace(/\/+$/, '')}/${owner}/${repository}`;

/** The address of a commit's page. Here and below, `repository` is the address of the repository's own page. */
export const commitAddress = (repository: string, commit: string): string => `${repository}/commit/${commit}`;

/** The page of the history of a branch, a tag or the id of a commit. */
export const logAddress = (repository: string, revision: string): string =>
	`${repository}/log/${encodePath(revision)}`;

/** The page of a file, of some of its lines, or of a folder; without a path, of all files. */
export function treeAddress(repository: string, revision: string, path = '', lines?: LineRange): string {
	const item = path === '' ? '' : `/item/${encodePath(path)}`;
	const numbers = lines && (lines.to > lines.from ? `${lines.from}-${lines.to}` : `${lines.from}`);
	const hash = numbers === undefined ? '' : `#L${numbers}`;
	return `${repository}/tree/${encodePath(revision)}${item}${hash}`;
}

/** The lines in the fragment of a page's address, such as `#L12` or `#L12-15`. Undefined if it names none. */
export function linesOf(address: string): LineRange | undefined {
	const [, first, last] = /#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(address) ?? [];
	const from = Number(first);
	return from > 0 ? { from, to: Math.max(from, Number(last ?? first)) } : undefined;
}

const encodePath = (path: string): string => path.split('/').map(encodeName).join('/');

/** Also encodes characters that would end a link in Markdown. */
const encodeName = (name: string): string =>
	percentEncode(name).replace(/[()'*!]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
