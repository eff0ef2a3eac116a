/** A page about a repository or something in it. `revision` is a branch, a tag or the id of a commit. */
export type RepositoryPage =
	| { readonly kind: 'repository' }
	| { readonly kind: 'log'; readonly revision: string }
	| { readonly kind: 'commit'; readonly commit: string }
	| { readonly kind: 'directory'; readonly revision: string; readonly path: string }
	| {
			readonly kind: 'file';
			readonly revision: string;
			readonly path: string;
			readonly lines?: { readonly from: number; readonly to: number } | undefined;
	  };

/** The address of a page. `repository` is that of the repository's own page. */
export function pageAddress(repository: string, page: RepositoryPage): string {
	const base = repository.replace(/\/+$/, '');
	switch (page.kind) {
		case 'repository':
			return base;
		case 'log':
			return `${base}/log/${encodedPath(page.revision)}`;
		case 'commit':
			return `${base}/commit/${page.commit}`;
		case 'directory': {
			const item = page.path === '' ? '' : `/item/${encodedPath(page.path)}`;
			return `${base}/tree/${encodedPath(page.revision)}${item}`;
		}
		case 'file': {
			const { revision, path, lines } = page;
			const numbers = lines && (lines.to > lines.from ? `${lines.from}-${lines.to}` : `${lines.from}`);
			const hash = numbers === undefined ? '' : `#L${numbers}`;
			return `${base}/tree/${encodedPath(revision)}/item/${encodedPath(path)}${hash}`;
		}
	}
}

/** The address of a repository's own page. `base` is the address of the forge's repositories. */
export const repositoryAddress = (
	base: string,
	{ owner, repository }: { readonly owner: string; readonly repository: string },
): string => `${base.replace(/\/+$/, '')}/${owner}/${repository}`;

/** The lines that the end of a page's address names, as in `#L12` and `#L12-15`. */
export function linesOf(address: string): { readonly from: number; readonly to: number } | undefined {
	const [, first, last] = /#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(address) ?? [];
	const from = Number(first);
	return from > 0 ? { from, to: Math.max(from, Number(last ?? first)) } : undefined;
}

const encodedPath = (path: string): string => path.split('/').map(encoded).join('/');

/** Also encodes characters that would end a link in Markdown. */
const encoded = (name: string): string =>
	encodeURIComponent(name.toWellFormed()).replace(
		/[()'*!]/g,
		(character) => `%${character.charCodeAt(0).toString(16)}`,
	);
