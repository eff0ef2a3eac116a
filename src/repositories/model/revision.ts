/** What a tree is read at: a reference, which may move, or a commit, which never changes. */
export type Revision =
	/** The full name, as `refs/heads/main`; or `HEAD`, the default branch. */
	{ readonly kind: 'ref'; readonly name: string } | { readonly kind: 'commit'; readonly id: string };

export const head: Revision = { kind: 'ref', name: 'HEAD' };

const branches = 'refs/heads/';
const isId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/**
 * Spells a revision as one segment of a path. A commit is its id and a branch its short name, if nothing else is spelled like that; all
 * others have their full name. Slashes become `~`, which no reference can contain.
 */
export function spellRevision(revision: Revision): string {
	if (revision.kind === 'commit') return revision.id;
	const { name } = revision;
	const short = name.startsWith(branches) ? name.slice(branches.length) : undefined;
	const isClear = short !== undefined && short !== 'HEAD' && !isId(short) && !/^refs(\/|$)/.test(short);
	return (isClear ? short : name).replaceAll('/', '~');
}

export function readRevision(segment: string): Revision {
	if (isId(segment)) return { kind: 'commit', id: segment };
	const name = segment.replaceAll('~', '/');
	const isFull = name === 'HEAD' || name.startsWith('refs/');
	return { kind: 'ref', name: isFull ? name : `${branches}${name}` };
}

/** The short name of a reference: `main` for `refs/heads/main`. */
const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');

/** A revision, as it is shown to the user. With `isFull`, the forge can also read it. */
export const revisionName = (
	revision: Revision,
	{ isFull = false }: { readonly isFull?: boolean } = {},
): string => {
	if (revision.kind === 'ref') return shortName(revision.name);
	return isFull ? revision.id : revision.id.slice(0, 7);
};
