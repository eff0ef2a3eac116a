/** The problem with the name of a repository; undefined if forges accept it. */
export function repositoryNameProblem(name: string): string | undefined {
	if (/^\.{1,2}$|\.git$|^\.git/i.test(name)) return 'A repository cannot have this name.';
	return /^[A-Za-z0-9._-]+$/.test(name)
		? undefined
		: 'A repository name can contain only the letters A to Z, digits, and . _ -.';
}
