import { plainScope } from './plain-scope.ts';

/**
 * Whether a token's scopes include the wanted one, in any spelling. `*` includes everything, and the permission to write includes the
 * permission to read.
 */
export function covers(scopes: readonly string[], wanted: string): boolean {
	const need = plainScope(wanted);
	return scopes
		.map(plainScope)
		.some((scope) => scope === '*' || scope === need || scope.replace(/:write$/, ':read') === need);
}
