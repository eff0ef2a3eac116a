/** The problem with the name of a new tracker; undefined if forges accept it. */
export function trackerNameProblem(name: string): string | undefined {
	if (/^\d/.test(name)) return 'A name cannot begin with a digit.';
	return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.{1,2}$/.test(name)
		? undefined
		: 'A name has letters of the alphabet, digits, and . _ - only.';
}
