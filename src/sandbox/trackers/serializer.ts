import type { Participant } from '../../forge/shapes/people.ts';
import type {
	Label,
	ShortTicket,
	ShortTracker,
	Ticket,
	TicketEvent,
	Tracker,
} from '../../forge/shapes/trackers.ts';
import { shortUser } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import { visibilityOf } from './access.ts';
import type { Archive } from './archive.ts';
import type {
	EventRecord,
	LabelRecord,
	Permissions,
	Standing,
	TicketKey,
	TicketRecord,
	TrackerRecord,
} from './tracker-records.ts';

/**
 * Shapes describe what a client has after reading. On the wire, a field can be absent or have another form. This is the
 * only place where a form differs from its type.
 */
const onWire = <T extends object>(form: T, differences: Readonly<Record<string, unknown>>): T => ({
	...form,
	...differences,
});

/** Formats a time as servers do; with drift, in one of two other formats, depending on the second. */
function stamp(moment: string, drift: ReadonlySet<Quirk>): string {
	const date = new Date(moment);
	const seconds = (of: Date) => of.toISOString().slice(0, 19);
	if (!drift.has('external-timestamps')) return `${seconds(date)}+00:00`;
	if (date.getUTCSeconds() % 2 === 0) return `${date.toISOString().slice(0, -1)}000Z`;
	return `${seconds(new Date(date.getTime() + 2 * 3_600_000))}+02:00`;
}

/** The permissions of a tracker as later servers show them: what users with an account may do, and whether they can see it. */
const laterPermissions = (tracker: TrackerRecord) => ({
	default_permissions: undefined,
	default_access: tracker.permissions.user,
	visibility: visibilityOf(tracker),
});

/** The resources of the tracker area in the form of answers and webhook payloads. */
export class TrackerSerializer {
	readonly #drift: ReadonlySet<Quirk>;
	readonly #archive: Archive;

	constructor(drift: ReadonlySet<Quirk>, archive: Archive) {
		this.#drift = drift;
		this.#archive = archive;
	}

	tracker(tracker: TrackerRecord): Tracker {
		const { description, permissions } = tracker;
		const form: Tracker = {
			...this.#shortTracker(tracker),
			description,
			default_permissions: {
				anonymous: [...permissions.anonymous],
				submitter: [...permissions.submitter],
				user: [...permissions.user],
			},
			default_access: null,
			visibility: null,
			access: null,
		};
		const access = this.#drift.has('tracker-visibility')
			? laterPermissions(tracker)
			: // These two fields are for servers without default permissions.
				{ default_access: undefined, visibility: undefined };
		// Only GraphQL has the rights of the caller.
		return onWire(form, { ...this.#extra(permissions), ...access, access: undefined });
	}

	label(tracker: TrackerRecord, { name, created, colors }: LabelRecord): Label {
		return {
			name,
			colors: { ...colors },
			created: this.#stamp(created),
			tracker: this.#shortTracker(tracker),
		};
	}

	ticket(ticket: TicketRecord): Ticket {
		const { title, submitter, description, standing, permissions } = ticket;
		const own = (words: readonly string[] | null) => words && [...words];
		const form: Ticket = {
			...this.#shortTicket(ticket),
			title,
			created: this.#stamp(ticket.created),
			updated: this.#stamp(ticket.updated),
			submitter: this.#participant(submitter),
			description,
			status: standing.status,
			resolution: this.#resolution(standing),
			permissions: {
				anonymous: own(permissions.anonymous),
				submitter: own(permissions.submitter),
				user: own(permissions.user),
			},
			labels: [...ticket.labels],
			assignees: ticket.assignees.map((name) => shortUser(name)),
		};
		return onWire(form, {
			...(this.#drift.has('extra-fields') && { authenticity: 'AUTHENTIC', votes: 0 }),
			...(this.#drift.has('no-ticket-permissions') && { permissions: undefined }),
		});
	}

	event(event: EventRecord): TicketEvent {
		const { id, types, change, user, comment, label, by } = event;
		const form: TicketEvent = {
			id,
			created: this.#stamp(event.created),
			event_type: [...types],
			...this.#change(change),
			user: user && this.#participant(user),
			ticket: this.#named(event.ticket),
			comment: comment && {
				...comment,
				created: this.#stamp(comment.created),
				submitter: this.#participant(comment.submitter),
			},
			label: label === null ? null : [label],
			by_user: by && this.#participant(by),
			from_ticket: this.#named(event.from),
		};
		const extra = this.#drift.has('extra-fields')
			? { event_type: [...types, 'noticed'], external_source: null }
			: {};
		const scalar = this.#drift.has('label-scalar') ? { label } : {};
		return onWire(form, { ...extra, ...scalar });
	}

	#change(change: EventRecord['change']) {
		const omitsFalsy = this.#drift.has('status-omits-falsy');
		const words = (standing: Standing | undefined) => {
			if (!standing) return { status: null, resolution: null };
			const { status, resolution } = standing;
			return {
				status: omitsFalsy && status === 'reported' ? null : status,
				resolution: omitsFalsy && resolution === 'unresolved' ? null : this.#resolution(standing),
			};
		};
		const [from, to] = [words(change?.from), words(change?.to)];
		return {
			old_status: from.status,
			old_resolution: from.resolution,
			new_status: to.status,
			new_resolution: to.resolution,
		};
	}

	#resolution({ resolution }: Standing): string {
		return resolution === 'by_design' && this.#drift.has('resolution-closed') ? 'closed' : resolution;
	}

	#participant(who: Participant): Participant {
		const isUntyped = who.type === 'user' && this.#drift.has('participants-untyped');
		return isUntyped ? onWire(who, { type: undefined }) : who;
	}

	#extra({ anonymous, submitter, user }: Permissions): Readonly<Record<string, unknown>> {
		if (!this.#drift.has('extra-fields')) return {};
		return {
			default_permissions: { anonymous, submitter, user: [...user, 'watch'] },
			import_in_progress: false,
		};
	}

	#named(key: TicketKey | null): ShortTicket | null {
		const ticket = key && this.#archive.ticketAt(key);
		return ticket ? this.#shortTicket(ticket) : null;
	}

	#shortTicket({ number, tracker: id, title }: TicketRecord): ShortTicket {
		const tracker = this.#archive.trackerById(id);
		return {
			id: number,
			ref: tracker ? `~${tracker.owner}/${tracker.name}#${number}` : '',
			tracker: tracker ? this.#shortTracker(tracker) : null,
			title,
		};
	}

	#shortTracker({ id, owner, created, updated, name }: TrackerRecord): ShortTracker {
		return {
			id,
			owner: shortUser(owner),
			created: this.#stamp(created),
			updated: this.#stamp(updated),
			name,
		};
	}

	#stamp(moment: string): string {
		return stamp(moment, this.#drift);
	}
}
