import type { Family } from '../../forge/webhooks/families.ts';
import type { ResourceFacts } from './live-state.ts';

interface Target {
	readonly family: Family;
	readonly params: Readonly<Record<string, string>>;
}

const kinds = {
	trackersUser: 'tracker',
	tracker: 'tracker',
	ticket: 'ticket',
	listsUser: 'list',
	list: 'list',
	repositoriesUser: 'repository',
	repository: 'repository',
} as const satisfies Record<Family, ResourceFacts['kind']>;

const plurals = {
	ticket: 'Tickets',
	tracker: 'Trackers',
	list: 'Mailing lists',
	repository: 'Repositories',
} as const satisfies Record<ResourceFacts['kind'], string>;

/** What webhooks are about: `~ana/editor`, `~ana/editor#7`, or `Trackers of ~ana` if they are about all trackers of an account. */
export function nameOfTarget({ family, params }: Target, user: string) {
	const kind = kinds[family];
	const { owner, ticket } = params;
	const item = params[kind === 'ticket' ? 'tracker' : kind];
	if (owner === undefined || item === undefined) {
		return { kind, name: `${plurals[kind]} of ${user}`, isAccountWide: true };
	}
	return { kind, name: `${owner}/${item}${ticket === undefined ? '' : `#${ticket}`}`, isAccountWide: false };
}
