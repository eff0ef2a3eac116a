import type { HubProject } from '../../../forge/shapes/hub.ts';
import { type ItemName, isSameItem, itemRef } from '../../../platform/model/item-name.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import { prefixNames } from '../../model/project-names.ts';

/**
 * The repositories or trackers of the projects that have a list. If a list belongs to several projects, those count that the prefix of a
 * patch names, or whose repository it names.
 */
export function itemsOfProjects(
	projects: readonly HubProject[],
	{ owner, list }: ListKey,
	kind: 'repository' | 'tracker',
	/** The words in the brackets of a patch, without those such as RFC. */
	prefix: string,
): readonly ItemName[] {
	const withList = projects.filter(({ lists }) =>
		lists.some((one) => isSameItem(one, { owner, name: list })),
	);
	const names = prefixNames(prefix);
	const isNamed = ({ name, repositories }: HubProject) =>
		[name, ...repositories.map((repository) => repository.name)].some((one) => names.includes(one));
	const named = withList.filter(isNamed);
	const items = (named.length > 0 ? named : withList).flatMap(({ repositories, trackers }) =>
		kind === 'repository' ? repositories : trackers,
	);
	return [...new Map(items.map((item) => [itemRef(item), item])).values()];
}
