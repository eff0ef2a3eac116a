/** The endings that names of mailing lists add to the name of their project. */
const listEnding =
	/[-._](?:devel|dev|development|patches|patch|discuss|discussion|announce|users|user|list|ml|commits|review|reviews|bugs)$/i;
const validName = /^(?!\.\.?$)[A-Za-z0-9._-]{1,100}$/;
const maxPrefixNames = 3;

/**
 * The names in the prefix of a patch that its repository or tracker may have, the most likely one first. `prefix` has the words in the
 * brackets, without those such as RFC: `[PATCH editor v2]` is for the project `editor`.
 */
export function prefixNames(prefix: string): readonly string[] {
	const named = prefix.split(/\s+/).map((word) => word.split('/')[0] ?? '');
	return [...new Set(named.slice(0, maxPrefixNames))].filter((name) => validName.test(name));
}

/** The name that the repository or tracker of a mailing list probably has. */
export function nameByList(list: string): string | undefined {
	const name = list.replace(listEnding, '');
	return validName.test(name) ? name : undefined;
}
