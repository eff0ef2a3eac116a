const withoutPrefix = (scope: string) => scope.slice(scope.lastIndexOf('/') + 1);

/** Servers use both `email:` and `emails:` for the same scope. */
const normalize = (scope: string) => withoutPrefix(scope).replace(/^email:/, 'emails:');

/** Whether a token's scopes include the wanted one. `*` includes everything, and the permission to write includes the permission to read. */
export function covers(scopes: readonly string[], wanted: string): boolean {
	const need = normalize(wanted);
	return scopes
		.map(normalize)
		.some((scope) => scope === '*' || scope === need || scope.replace(/:write$/, ':read') === need);
}
