/** The problem with the name of a new tracker; undefined if forges accept it. */
export function trackerNameProblem(name: string): string | undefined {
	if (/^\d/.test(name)) return 'A tracker name cannot begin with a digit.';
	return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.{1,2}$/.test(name)
		? undefined
		: 'A tracker name can contain only the letters A to Z, digits, and . _ -.';
}
