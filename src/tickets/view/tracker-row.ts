import { timeOfDay } from '../../base/clock.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import type { Label, Tracker } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { shownOwnershipOf } from '../../platform/model/ownership.ts';
import type { Row } from '../../platform/view/row.ts';
import { contextOf } from '../model/tracker-ownership.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { countsOf } from '../state/tracker-counts.ts';
import { trackerDetails, trackerHeading } from './tracker-hover.ts';

/** A tracker with its tickets as they will be when their waiting changes are on the forge. */
export interface ShownTracker
	extends Pick<TrackerCache, 'key' | 'storedCounts' | 'open' | 'tickets' | 'isComplete' | 'lastError'> {
	readonly labels: { readonly value: readonly Label[] | undefined };
}

interface TrackerRowInput {
	readonly trackerCache: ShownTracker;
	/** The name of the account, with the tilde. */
	readonly me: string;
	readonly isPinned: boolean;
	/** Whether the user may submit tickets, as far as is known. */
	readonly maySubmit: () => boolean;
	/** Whether the forge mails the user what happens in the tracker. Null or undefined if it is not known. */
	readonly isSubscribed: () => boolean | null | undefined;
	/** The tracker as the forge last returned it. */
	readonly details: () => Tracker | undefined;
	/** Reads it from the forge if it is unknown or old. */
	readonly readDetails: (signal: AbortSignal) => Promise<void>;
	/** Whether the row is expanded until the user collapses it. */
	readonly isFirst: boolean;
	/** Called when the tracker is open. */
	readonly children: () => readonly Row[];
}

export const trackerRowId = ({ account, owner, tracker }: TrackerKey): string =>
	`${account}/${owner}/${tracker}`;

/** The row of a tracker, with the number of its open tickets. */
export function trackerRow(input: TrackerRowInput): Row {
	const { trackerCache, me, isPinned, maySubmit, isSubscribed, details, readDetails, isFirst, children } =
		input;
	const { key } = trackerCache;
	const { owner, tracker } = key;
	const createRow = (): Row => {
		const counts = trackerCache.storedCounts ?? countsOf(trackerCache);
		const count = counts && `${formatNumber(counts.open)}${counts.mayBeMore ? '+' : ''} open`;
		return {
			id: trackerRowId(key),
			label: `${owner}/${tracker}`,
			icon: 'checklist',
			isOpen: isFirst,
			...(count !== undefined && { description: count }),
			tooltip: {
				markdown: () => trackerHeading(key),
				more: async (signal) => {
					await readDetails(signal);
					const tracker = details();
					return tracker ? trackerDetails(tracker, me, timeOfDay()) : '';
				},
			},
			// Without the dates: a changed date would redraw all child rows.
			tooltipInputs: [details()?.description, details()?.visibility],
			spokenLabel: `${owner}/${tracker}${count === undefined ? '' : `, ${count}`}`,
			context: contextOf({
				ownership: shownOwnershipOf(owner, me, isPinned),
				maySubmit: maySubmit(),
				isSubscribed: isSubscribed(),
			}),
			// There are stored counts only until the tracker is open.
			children: () => (trackerCache.storedCounts ? trackerCache.open().then(children) : children()),
			current: createRow,
			about: { kind: 'tracker', key },
		};
	};
	return createRow();
}
