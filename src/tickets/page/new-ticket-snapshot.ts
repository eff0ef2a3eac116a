import type { Label } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { pageKey } from './page-key.ts';
import { labelsShown, statusChoice } from './parts.ts';
import type { Note, Snapshot } from './protocol.ts';
import { myself } from './snapshot.ts';
import type { Written } from './snapshot-input.ts';

interface NewTicketView {
	readonly key: TrackerKey;
	readonly labels: readonly Label[];
	readonly me: string | undefined;
	readonly web: string;
	readonly notes: readonly Note[];
	readonly written: Written;
}

/** The page of a ticket that does not exist yet: a title, a description, and their draft. */
export function newTicketPage({ key, labels, me, web, notes, written }: NewTicketView): Snapshot {
	const tracker = `${key.owner}/${key.tracker}`;
	const labelOf = labelsShown(labels);
	return {
		page: 'new',
		key: pageKey(key),
		version: '',
		ref: tracker,
		tracker: { name: tracker, open: web },
		number: 'new',
		title: 'New ticket',
		status: null,
		labels: [],
		notes,
		reading: null,
		facts: [],
		timeline: [],
		composer: {
			me: myself(me),
			status: statusChoice('reported'),
			resolution: 'unresolved',
			moves: [],
			statuses: [],
			resolutions: [],
			labels: [],
			known: labels.map(({ name }) => labelOf(name)),
			mayComment: true,
			mayLabel: false,
			notes: [],
		},
		...written,
		canUndo: false,
		place: null,
	};
}
