import { isObjectId } from '../../platform/git/tree.ts';

/** A version of a repository's files: a reference, which may move, or a commit, which never changes. */
export type Revision =
	/** The full name, as `refs/heads/main`; or `HEAD`, the default branch. */
	{ readonly kind: 'ref'; readonly name: string } | { readonly kind: 'commit'; readonly id: string };

export const head: Revision = { kind: 'ref', name: 'HEAD' };

const branchPrefix = 'refs/heads/';

/**
 * Spells a revision as one segment of a path: a commit as its id, a branch as its short name unless that could mean something else, and
 * any other reference as its full name. Slashes become `~`, which no reference can contain.
 */
export function spellRevision(revision: Revision): string {
	if (revision.kind === 'commit') return revision.id;
	const { name } = revision;
	const short = name.startsWith(branchPrefix) ? name.slice(branchPrefix.length) : undefined;
	const isUnambiguous =
		short !== undefined && short !== 'HEAD' && !isObjectId(short) && !/^refs(\/|$)/.test(short);
	return (isUnambiguous ? short : name).replaceAll('/', '~');
}

export function readRevision(segment: string): Revision {
	if (isObjectId(segment)) return { kind: 'commit', id: segment };
	const name = segment.replaceAll('~', '/');
	const isFull = name === 'HEAD' || name.startsWith('refs/');
	return { kind: 'ref', name: isFull ? name : `${branchPrefix}${name}` };
}

/** The short name of a reference: `main` for `refs/heads/main`. */
const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');

/** The name of a revision for the user. With `isFull`, an id is not shortened, so that the forge can read it, too. */
export const revisionName = (
	revision: Revision,
	{ isFull = false }: { readonly isFull?: boolean } = {},
): string => {
	if (revision.kind === 'ref') return shortName(revision.name);
	return isFull ? revision.id : revision.id.slice(0, 7);
};
