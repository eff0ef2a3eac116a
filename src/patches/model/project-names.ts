/** The endings that names of mailing lists add to the name of their project. */
const listEnding =
	/[-._](?:devel|dev|development|patches|patch|discuss|discussion|announce|users|user|list|ml|commits|review|reviews|bugs)$/i;
const validName = /^(?!\.\.?$)[A-Za-z0-9._-]{1,100}$/;
const maxNames = 4;

/**
 * The names that the repository or tracker of a mailing list may have, the most likely one first. `prefix` has the words in the
 * brackets of a patch, without those such as RFC: `[PATCH editor v2]` is for the project `editor`.
 */
export function projectNames(list: string, prefix: string): readonly string[] {
	const named = prefix.split(/\s+/).map((word) => word.split('/')[0] ?? '');
	const names = [...named.slice(0, maxNames - 1), list.replace(listEnding, '')];
	return [...new Set(names)].filter((name) => validName.test(name));
}
