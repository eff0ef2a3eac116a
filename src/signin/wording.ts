import { scopesOfArea, type Wording } from '../forge/scopes.ts';
import type { Instance } from './instance.ts';
import { plainScope } from './scope-words.ts';

const areas = ['lists', 'repositories', 'trackers'] as const;

/** How services are called in scopes where scopes name one. */
const services = { lists: 'lists', repositories: 'git', trackers: 'todo' };

/** What a token needs for all that an instance has, in the contract's words and in those of practice. */
export function neededScopes(instance: Instance, more: readonly string[] = [], wording?: Wording): string[] {
	const own = areas.filter((area) => instance[area] !== undefined);
	return [...new Set([...own.flatMap((area) => scopesOfArea(area, wording)), ...more])].sort();
}

/**
 * The scopes to ask for, in the words that the server is likely to know, and in others for when it refuses them. A server that
 * lists its scopes is asked for those of them that are needed, as it writes them.
 */
export function wordings(
	instance: Instance,
	supported: readonly string[] | undefined,
	more: readonly string[] = [],
): readonly (readonly string[])[] {
	const needed = neededScopes(instance, more);
	const offered = supported?.filter((scope) => needed.some((one) => plainScope(one) === plainScope(scope)));
	if (offered && offered.length > 0) return [offered];
	const named = areas.flatMap((area) => {
		if (instance[area] === undefined) return [];
		return scopesOfArea(area)
			.filter((scope) => scope !== 'emails:read')
			.map((scope) => `${services[area]}.sr.ht/${scope}`);
	});
	const known = new Set(named.map(plainScope));
	const others = more.filter((scope) => !known.has(plainScope(scope)));
	// Servers that list nothing mostly want the service named. Those before OAuth 2.0 answer each wrong guess with a page.
	return [[...named, ...others], neededScopes(instance, more, 'contract'), needed];
}
