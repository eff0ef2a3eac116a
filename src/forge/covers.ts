/** Without the service that it is written with. */
const bare = (scope: string) => scope.slice(scope.lastIndexOf('/') + 1);

/** One name for what servers call by two. */
const same = (scope: string) => bare(scope).replace(/^email:/, 'emails:');

/** Whether a token's scopes cover one: `*` is everything, and the right to write is the right to read. */
export function covers(scopes: readonly string[], wanted: string): boolean {
	const need = same(wanted);
	return scopes
		.map(same)
		.some((scope) => scope === '*' || scope === need || scope.replace(/:write$/, ':read') === need);
}
