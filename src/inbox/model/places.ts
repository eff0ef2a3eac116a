import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import {
	idOfList,
	idOfRepository,
	idOfTicket,
	listRef,
	repositoryRef,
	trackerRef,
} from '../../platform/model/keys.ts';

/** Where events happen: a tracker, list or repository. */
export type Place = ForgeEvent['place'];

/** `~ana/editor`. A tracker, a list and a repository may have the same name. */
export function nameOfPlace(place: Place): string {
	if ('tracker' in place) return trackerRef(place);
	return 'list' in place ? listRef(place) : repositoryRef(place);
}

/** As screen readers read it: the user sees an icon. */
export function kindOfPlace(place: Place): string {
	if ('tracker' in place) return 'tracker';
	return 'list' in place ? 'mailing list' : 'repository';
}

/** A place as a text. Different places have different ids. */
export function idOfPlace(place: Place): string {
	if ('tracker' in place) {
		const { account, owner, tracker } = place;
		return `tracker ${idOfTicket({ account, owner, tracker })}`;
	}
	return 'list' in place ? `list ${idOfList(place)}` : `repository ${idOfRepository(place)}`;
}
