import {
	idOfTicket,
	refOf,
	type TicketKey,
	trackerAddress,
	trackerRef,
} from '../../../platform/model/keys.ts';
import { ownPerson } from '../../../platform/page/person-rows.ts';
import type { Note } from '../../../platform/page/snapshot-parts.ts';
import { whyEnded } from '../../../platform/state/session-ending.ts';
import { signedOutNote } from '../notes.ts';
import type { PageContent } from '../protocol.ts';
import { labelLookup, statusChoice } from '../ticket-parts.ts';
import type { NewTicketTracker } from './new-ticket-tracker.ts';

/** The page for a new ticket, except what the user writes. `created` is the last ticket that the user created on this page. */
export function newTicketContent(tracker: NewTicketTracker, created?: TicketKey): PageContent {
	const { key, labels, mayLabel, account, owner, ownerToName, hasDraft, endedSession, submitProblem } =
		tracker;
	const base = account?.instance.trackers;
	const labelOf = labelLookup(labels);
	const name = trackerRef(key);
	return {
		page: 'new',
		key: idOfTicket(key),
		version: '',
		ref: name,
		tracker: { name, open: base === undefined ? '' : trackerAddress(base, key) },
		owner: ownerToName,
		number: 'new',
		title: 'New ticket',
		status: null,
		labels: [],
		notes: [
			...(account ? [] : [signedOutNote(owner, hasDraft, endedSession && whyEnded(endedSession))]),
			...(submitProblem === undefined ? [] : [cannotSubmitNote(submitProblem)]),
			...(created ? [createdNote(refOf(created))] : []),
		],
		loadingText: null,
		facts: [],
		timeline: [],
		parts: [],
		unseen: null,
		composer: {
			me: ownPerson(owner?.account),
			status: statusChoice('reported'),
			resolution: 'unresolved',
			moves: [],
			statuses: [],
			resolutions: [],
			labels: [],
			known: labels.map((label) => labelOf(label.name)),
			mayComment: true,
			mayLabel,
			mayAssign: false,
			mayRename: false,
			mayEdit: false,
			notes: [],
		},
		requested: null,
	};
}

const createdNote = (ref: string): Note => ({
	key: 'created',
	kind: 'info',
	icon: 'issues',
	pieces: ['Created ', { link: ref, open: ref }, '.'],
	acts: [],
});

const cannotSubmitNote = (text: string): Note => ({
	key: 'no-submit',
	kind: 'warning',
	icon: 'warning',
	pieces: [text],
	acts: [],
});
