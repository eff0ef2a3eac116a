/** The problem with the name of a mailing list; undefined if forges accept it. Older forges refuse capital letters, and say so. */
export function listNameProblem(name: string): string | undefined {
	if (/^[a-z_-][a-z0-9._-]{0,254}$/i.test(name)) return undefined;
	return 'A mailing list name can contain only letters from A to Z, digits, and . _ -. It cannot begin with a digit or a dot.';
}
