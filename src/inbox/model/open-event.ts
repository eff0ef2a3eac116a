import { largest } from '../../base/collections.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { idOfList, idOfRepository, isPatchsetKey } from '../../platform/model/keys.ts';
import type { ShownSubject } from './groups.ts';

/** The event that opening a row leads to: the newest version, or else what is new first. */
export function eventToOpen({ entries }: ShownSubject): ForgeEvent {
	const [newest, ...older] = entries;
	// Once all is seen, this is the event that the user has seen last, so that a second click opens the same one.
	const lastSeenAt = largest(entries.map(({ seenAt = 0 }) => seenAt));
	const { event } = older.findLast(({ seenAt = 0 }) => seenAt === lastSeenAt) ?? newest;
	const versions = entries.flatMap(({ event: one }) =>
		one.kind === 'patchset' || one.kind === 'pull-request' ? [one] : [],
	);
	return versions.toSorted((one, other) => (other.version ?? 0) - (one.version ?? 0))[0] ?? event;
}

/** What opening an event does. */
export type OpenAction =
	/** `preview` is the command of a row, which learns from the gesture whether the focus stays in the view; `open` moves the focus. */
	| { readonly kind: 'page'; readonly preview: string; readonly open: string; readonly target: object }
	/** The commits that were pushed, or the one that a branch or tag leads to or has led to. */
	| { readonly kind: 'commit'; readonly target: object }
	/** A row of another view. */
	| { readonly kind: 'row'; readonly view: string; readonly row: string };

/** Details that have changed are shown by the row of their repository or list, and so are deleted branches whose commits are not known. */
export function openActionOf(event: ForgeEvent): OpenAction {
	if ('ref' in event) {
		const { place: key, kind, ref, target, before, commits = [], commitCount = commits.length } = event;
		const [newest] = commits;
		if (commitCount > 1 && before !== undefined && target !== undefined)
			return {
				kind: 'commit',
				target: { kind: 'reference', key, name: ref, leadsTo: target, since: before },
			};
		if (newest) return { kind: 'commit', target: { kind: 'commit', key, commit: newest.id } };
		if (kind === 'ref-deleted' && target !== undefined)
			return { kind: 'commit', target: { kind: 'commit', key, commit: target, deletedRef: ref } };
		if (kind === 'repository' || kind === 'ref-deleted')
			return { kind: 'row', view: 'tildeforge.repositories', row: idOfRepository(key) };
		const reference = { kind: 'reference', key, name: ref, ...(target !== undefined && { leadsTo: target }) };
		return { kind: 'commit', target: reference };
	}
	const { item, place } = event;
	if (item !== null && 'ticket' in item) {
		const shown = 'event' in event ? event.event : undefined;
		const target = { kind: 'ticket', key: item, ...(shown !== undefined && { event: shown }) };
		return { kind: 'page', preview: 'tildeforge.openRow', open: 'tildeforge.openTicket', target };
	}
	if (item === null || !('list' in place))
		return { kind: 'row', view: 'tildeforge.patches', row: 'list' in place ? idOfList(place) : '' };
	const mail = 'mail' in event ? event.mail : undefined;
	const target =
		mail !== undefined
			? { kind: 'patch', series: item, mail }
			: isPatchsetKey(item)
				? { kind: 'patchset', key: item }
				: { kind: 'thread', list: place, mail: item.mail };
	return { kind: 'page', preview: 'tildeforge.openPatchsetRow', open: 'tildeforge.openPatchset', target };
}
