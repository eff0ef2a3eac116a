import type { GitReference } from '../../forge/shapes/repositories.ts';
import { isObjectId } from '../../platform/git/tree-entries.ts';

export interface Branch {
	/** Without `refs/heads/`. */
	readonly name: string;
	readonly commit: string;
	readonly isDefault: boolean;
}

export interface Tag {
	/** Without `refs/tags/`. */
	readonly name: string;
	/** A commit, or the tag object of an annotated tag. */
	readonly target: string;
}

export interface Refs {
	/** The default branch first, if it is known, then by name. */
	readonly branches: readonly Branch[];
	/** The highest version first. */
	readonly tags: readonly Tag[];
}

/** The full name of a branch. */
export const branchRef = ({ name }: Branch): string => `refs/heads/${name}`;

/** Undefined if it is not known. */
export const defaultBranchOf = (refs: Refs | undefined): Branch | undefined =>
	refs?.branches[0]?.isDefault ? refs.branches[0] : undefined;

/** The names that most projects use. REST does not say which of several branches at the same commit is the default. */
const usualDefaults = ['main', 'master', 'trunk', 'develop', 'default'];

const { compare } = new Intl.Collator('en', { numeric: true });

/** Sorts `v1.0-rc1` before `v1.0`, and both before `v1.0.1`. Neither a tab nor a space can be in a name. */
function versionKey(name: string): string {
	const key = name.replace(/(?<=\d)[-._]?(?=(?:alpha|beta|dev|pre|rc)[-.\d]*$)/i, '\t');
	return key === name ? `${name} ` : key;
}

const byName = (one: string, other: string): number => compare(one, other);
const byVersion = (one: string, other: string): number => compare(versionKey(one), versionKey(other));

/** What git allows in no name. Addresses of files rely on this: they write `~` for a slash. */
const forbidden =
	/(?:^|\/)\.|\.\.|[[\p{Cc}&&\p{ASCII}]\p{Cs} ~^:?*\[\\]|@\{|^\/|\/\/|\/$|\.lock(?:\/|$)|\.$|^$/v;

/** Bytes. git stores a reference in a file of its name, with `.lock` while it writes. */
const maxPart = 250;
/** Bytes. No project needs longer names, and many of them would fill the memory. */
const maxName = 1000;

const isRefName = (name: string): boolean =>
	name.length <= maxName &&
	Buffer.byteLength(name) <= maxName &&
	!forbidden.test(name) &&
	name.split('/').every((part) => Buffer.byteLength(part) <= maxPart);

/**
 * Divides references into branches and tags, and leaves out all others, also names that git does not allow. `head` is the commit of
 * `HEAD`, and `defaultBranch` the full name of the branch, if the forge has named it.
 */
export function toRefs(
	references: readonly GitReference[],
	head: string | undefined,
	defaultBranch?: string | null,
): Refs {
	const named = (prefix: string, order: typeof byName) =>
		references
			.filter(({ name, target }) => name.startsWith(prefix) && isObjectId(target))
			.map(({ name, target }) => ({ name: name.slice(prefix.length), target }))
			.filter(({ name }) => isRefName(name))
			.sort((one, other) => order(one.name, other.name));
	const heads = named('refs/heads/', byName);
	const defaultName =
		defaultBranch == null
			? defaultOf(heads.filter(({ target }) => target === head).map(({ name }) => name))
			: heads.find(({ name }) => `refs/heads/${name}` === defaultBranch)?.name;
	const branches = heads.map(({ name, target }) => ({
		name,
		commit: target,
		isDefault: name === defaultName,
	}));
	return {
		branches: [
			...branches.filter(({ isDefault }) => isDefault),
			...branches.filter((branch) => !branch.isDefault),
		],
		tags: named('refs/tags/', byVersion).reverse(),
	};
}

const defaultOf = (names: readonly string[]): string | undefined =>
	names.length === 1 ? names[0] : usualDefaults.find((name) => names.includes(name));
