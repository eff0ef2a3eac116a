import type { Commit, Reference } from '../../forge/shapes/repositories.ts';

/** Names of default branches, the most usual first. */
const usualNames = ['main', 'master', 'trunk', 'default', 'develop'];
const prefixes = { branch: 'refs/heads/', tag: 'refs/tags/' } as const;

/** The branches, the default branch first, then by name. */
export function branchesOf(
	references: readonly Reference[],
	headCommit: Commit['id'] | undefined,
): { readonly branches: readonly Reference[]; readonly defaultBranch: Reference | undefined } {
	const branches = references
		.filter(({ name }) => name.startsWith(prefixes.branch))
		.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
	const defaultBranch = defaultOf(branches, headCommit);
	const others = branches.filter((branch) => branch !== defaultBranch);
	return { branches: defaultBranch ? [defaultBranch, ...others] : others, defaultBranch };
}

/** The tags, those with the highest numbers first, as the newest version of a program is. */
export const tagsOf = (references: readonly Reference[]): readonly Reference[] =>
	references
		.filter(({ name }) => name.startsWith(prefixes.tag))
		.toSorted((one, other) => other.name.localeCompare(one.name, 'en', { numeric: true }));

/** The forge does not name the default branch, only its newest commit. If several branches are there, the usual name decides. */
function defaultOf(branches: readonly Reference[], headCommit: string | undefined): Reference | undefined {
	const atHead = branches.filter(({ target }) => target === headCommit);
	const candidates = atHead.length > 0 || headCommit !== undefined ? atHead : branches;
	const byName = usualNames.map((name) => candidates.find((one) => one.name === prefixes.branch + name));
	return byName.find((one) => one !== undefined) ?? candidates[0];
}
