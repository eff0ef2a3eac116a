import type { Label } from '../../../forge/shapes/trackers.ts';
import { idOfTicket, type TrackerKey, trackerRef } from '../../../platform/model/keys.ts';
import type { TextSnapshot } from '../../../platform/page/page-text.ts';
import { ownPerson } from '../../../platform/page/people.ts';
import type { Note } from '../../../platform/page/snapshot-parts.ts';
import type { DraftBody, Outgoing, Snapshot } from '../protocol.ts';
import { labelLookup, statusChoice } from '../ticket-parts.ts';

interface NewTicketInput {
	readonly key: TrackerKey;
	readonly labels: readonly Label[];
	/** Whether the user may choose labels. */
	readonly mayLabel: boolean;
	readonly me: string | undefined;
	readonly web: string;
	readonly notes: readonly Note[];
	readonly outgoing: readonly Outgoing[];
	readonly textSnapshot: TextSnapshot<DraftBody>;
}

/** The page of a ticket that does not exist yet: a title, a description, labels, and their draft. */
export function newTicketSnapshot({
	key,
	labels,
	mayLabel,
	me,
	web,
	notes,
	outgoing,
	textSnapshot,
}: NewTicketInput): Snapshot {
	const tracker = trackerRef(key);
	const labelOf = labelLookup(labels);
	return {
		page: 'new',
		key: idOfTicket(key),
		version: '',
		ref: tracker,
		tracker: { name: tracker, open: web },
		number: 'new',
		title: 'New ticket',
		status: null,
		labels: [],
		notes,
		loadingText: null,
		facts: [],
		timeline: [],
		parts: [],
		unseen: null,
		composer: {
			me: ownPerson(me),
			status: statusChoice('reported'),
			resolution: 'unresolved',
			moves: [],
			statuses: [],
			resolutions: [],
			labels: [],
			known: labels.map(({ name }) => labelOf(name)),
			mayComment: true,
			mayLabel,
			notes: [],
		},
		...textSnapshot,
		outgoing,
		canUndo: false,
		position: null,
		requested: null,
	};
}
