import { scopesOfArea, type Wording } from '../../forge/rows/scopes.ts';
import type { Instance } from '../instances/instance.ts';
import { plainScope } from './plain-scope.ts';

const areas = ['lists', 'repositories', 'trackers'] as const;

/** The names of the services in scopes such as `todo.sr.ht/tickets:read`. */
const services = { lists: 'lists', repositories: 'git', trackers: 'todo' };

/**
 * The scopes that a token needs for everything an instance has. By default, they include the other scopes that real servers use, besides
 * those of the contract.
 */
export function neededScopes(
	instance: Instance,
	extraScopes: readonly string[] = [],
	wording?: Wording,
): string[] {
	const scopes = areas.flatMap((area) => (instance[area] === undefined ? [] : scopesOfArea(area, wording)));
	return [...new Set([...scopes, ...extraScopes])].sort();
}

/**
 * The scopes to request, in several wordings, the most likely one first. The others are for a server that refuses the first. If the server
 * lists its scopes, there is one wording: the needed scopes in the server's spelling.
 */
export function scopeWordings(
	instance: Instance,
	supported: readonly string[] | undefined,
	extraScopes: readonly string[] = [],
): readonly (readonly string[])[] {
	const needed = neededScopes(instance, extraScopes);
	const offered = supported?.filter((scope) => needed.some((one) => plainScope(one) === plainScope(scope)));
	if (offered && offered.length > 0) return [offered];
	const withServices = areas.flatMap((area) => {
		if (instance[area] === undefined) return [];
		return scopesOfArea(area)
			.filter((scope) => scope !== 'emails:read')
			.map((scope) => `${services[area]}.sr.ht/${scope}`);
	});
	const included = new Set(withServices.map(plainScope));
	const others = extraScopes.filter((scope) => !included.has(plainScope(scope)));
	// Servers that list no scopes mostly expect the service's name. Servers from before OAuth 2.0 show a page for each wrong guess.
	return [[...withServices, ...others], neededScopes(instance, extraScopes, 'contract'), needed];
}
