import { visible } from '../../base/text/invisible-characters.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import { isObjectId } from '../../platform/git/tree-entries.ts';

/** A version of a repository's files: a reference, which may move, or a commit, which never changes. */
export type Revision =
	/** The full name, as `refs/heads/main`; or `HEAD`, the default branch. */
	{ readonly kind: 'ref'; readonly name: string } | { readonly kind: 'commit'; readonly id: string };

/** What is known of the commit or annotated tag of a revision. */
export interface KnownCommit {
	/** Undefined if there is no such branch or tag. */
	readonly commit: string | undefined;
}

export const head: Revision = { kind: 'ref', name: 'HEAD' };

/** Whether it is the default branch, whatever its name is. */
export const isHead = (revision: Revision): boolean => revision.kind === 'ref' && revision.name === 'HEAD';

const branchPrefix = 'refs/heads/';

/**
 * A revision as one segment of a path: a commit as its id, a branch as its short name unless that could mean something else, and
 * any other reference as its full name. Slashes become `~`, which no reference can contain.
 */
export function formatRevision(revision: Revision): string {
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

const noReferences: ReadonlySet<string> = new Set();

/** The full names of the references that a text may mean, in the order in which git looks for them. */
function meaningsOf(text: string, references: ReadonlySet<string>): readonly string[] {
	if (text === 'HEAD' || text === '@') return ['HEAD'];
	const names = [text, `refs/${text}`, `refs/tags/${text}`, `refs/heads/${text}`];
	return names.filter((name) => references.has(name));
}

/** The full name of the reference that git finds for a text. Undefined if there is none, or if the text is an ID. */
export const findReference = (text: string, references: ReadonlySet<string>): string | undefined =>
	isObjectId(text) ? undefined : meaningsOf(text, references)[0];

/**
 * The shortest name that means only this reference, as git shortens it: `main`, or `heads/main` if there is also a tag `main`.
 * `references` has the full names of the others.
 */
export function shortName(name: string, references: ReadonlySet<string>): string {
	const short = name.replace(/^refs\/(?:heads|tags|remotes)\//, '');
	const isClear = (text: string) =>
		!isObjectId(text) && meaningsOf(text, references).every((meaning) => meaning === name);
	return [short, name.replace(/^refs\//, '')].find(isClear) ?? name;
}

/** The name of a revision for the user. If `references` are given, no other one of them has the same name. */
export const revisionName = (revision: Revision, references: ReadonlySet<string> = noReferences): string =>
	revision.kind === 'ref' ? visible(shortName(revision.name, references)) : shortId(revision.id);
