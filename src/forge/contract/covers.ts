import { plainScope } from './plain-scope.ts';

/**
 * Whether a token's scopes include the wanted one, in any spelling. `*` includes everything, and the permission to write includes the
 * permission to read. A scope without a service, as in REST, is one of all services.
 */
export function covers(scopes: readonly string[], wanted: string): boolean {
	const need = plainScope(wanted);
	// In REST, only mailing lists have subscriptions.
	const service = serviceOf(wanted) ?? (need.startsWith('subs:') ? 'lists' : undefined);
	return scopes.some((written) => {
		const scope = plainScope(written);
		if (scope === '*') return true;
		const granted = serviceOf(written);
		const isOfService = service === undefined || granted === undefined || service === granted;
		return isOfService && (scope === need || scope.replace(/:write$/, ':read') === need);
	});
}

/** `todo` for `todo.sr.ht/TICKETS:RW` and for `todo.example/tickets:write`. Undefined if the scope names no service. */
const serviceOf = (scope: string): string | undefined => /^([^/.]+)[^/]*\//.exec(scope.toLowerCase())?.[1];
