/** Removes the service prefix. */
const bare = (scope: string) => scope.slice(scope.lastIndexOf('/') + 1);

/** Servers use both `email:` and `emails:` for the same scope. */
const same = (scope: string) => bare(scope).replace(/^email:/, 'emails:');

/** Whether a token's scopes include the wanted one. `*` includes everything, and the right to write includes the right to read. */
export function covers(scopes: readonly string[], wanted: string): boolean {
	const need = same(wanted);
	return scopes
		.map(same)
		.some((scope) => scope === '*' || scope === need || scope.replace(/:write$/, ':read') === need);
}
