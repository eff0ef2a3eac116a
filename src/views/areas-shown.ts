import type { AreaView } from './areas.ts';
import { patchesView } from './patches.ts';
import { repositoriesView } from './repositories.ts';
import { ticketsView } from './tickets.ts';

export { areaRows } from './areas.ts';

/** What a view shows of an area; undefined for one that is of no area. */
export const viewOf = (id: string): AreaView | undefined =>
	({
		'tildeforge.tickets': ticketsView,
		'tildeforge.patches': patchesView,
		'tildeforge.repositories': repositoriesView,
	})[id];
