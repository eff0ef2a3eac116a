import { append } from '../../base/collections.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import { type Accounts, shortUser } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import { invalid } from '../server/refusal.ts';
import { type Archive, type Dated, touch } from './archive.ts';
import type { EventRecorder } from './event-recorder.ts';
import { resolveMentions } from './resolve-mentions.ts';
import { checkComment, checkDescription, checkTitle, nextStanding } from './rules.ts';
import type {
	CommentRecord,
	EventRecord,
	EventType,
	OwnPermissions,
	Standing,
	TicketRecord,
	TrackerRecord,
} from './tracker-records.ts';

export interface NewTicket extends Dated {
	readonly title: string;
	readonly description?: string;
}

/** Absent fields stay unchanged. `labels` are all labels that the ticket has afterwards. */
export interface TicketUpdate extends Dated, Partial<Standing> {
	readonly comment?: string;
	readonly labels?: readonly string[];
}

const inherited: OwnPermissions = { anonymous: null, submitter: null, user: null };

/** The form in tickets of the account with a name. */
export const participant = (account: string): Participant => ({ type: 'user', ...shortUser(account) });

/** The operations on tickets, and the events they cause. Each operation can have its own date. */
export class Tickets {
	readonly #archive: Archive;
	readonly #accounts: Accounts;
	readonly #recorder: EventRecorder;

	constructor(archive: Archive, accounts: Accounts, recorder: EventRecorder) {
		this.#archive = archive;
		this.#accounts = accounts;
		this.#recorder = recorder;
	}

	/** The submitter can also be a mail address or a user of another service. */
	open(tracker: TrackerRecord, submitter: Participant, details: NewTicket): TicketRecord {
		const { title, description = '' } = details;
		checkTitle(title);
		checkDescription(description);
		const created = this.#archive.moment(details);
		const ticket: TicketRecord = {
			id: this.#archive.nextId('ticket'),
			number: Math.max(tracker.tickets.at(-1)?.number ?? 0, tracker.lastDeleted ?? 0) + 1,
			tracker: tracker.id,
			title,
			description,
			created,
			updated: created,
			submitter,
			standing: { status: 'reported', resolution: 'unresolved' },
			permissions: inherited,
			labels: [],
			assignees: [],
			events: [],
		};
		tracker.tickets.push(ticket);
		touch(created, tracker);
		this.#recorder.ticketCreated(tracker, ticket);
		this.#recorder.record(ticket, created, { types: ['created'], user: submitter });
		this.#recordMentions(ticket, submitter, description, null, created);
		this.#archive.changed();
		return ticket;
	}

	/**
	 * Changes labels, then adds a comment and changes the status; a comment and a status change share one event.
	 * Returns the events, oldest first. Only requests over HTTP pass quirks; building a world does not.
	 */
	update(
		ticket: TicketRecord,
		by: Participant,
		update: TicketUpdate,
		quirks: ReadonlySet<Quirk> = new Set(),
	): EventRecord[] {
		const text = update.comment ?? '';
		if (text !== '') checkComment(text);
		const from = ticket.standing;
		const to = nextStanding(from, update, quirks);
		const hasNewStanding = to.status !== from.status || to.resolution !== from.resolution;
		const wanted = update.labels ?? ticket.labels;
		if (!quirks.has('partial-labels')) this.#checkLabels(ticket, wanted);

		const at = this.#archive.moment(update);
		const events = this.#changeLabels(ticket, by, wanted, at);
		const isChanged = hasNewStanding || events.length > 0;
		const comment = text === '' ? null : this.#createComment(by, text, at);
		const types: EventType[] = [];
		if (comment) types.push('comment');
		if (hasNewStanding) types.push('status_change');
		ticket.standing = to;
		if (types.length > 0) {
			this.#touch(ticket, at);
			const change = hasNewStanding ? { from, to } : null;
			events.push(this.#recorder.record(ticket, at, { types, user: by, comment, change }));
		}
		if (comment) append(events, this.#recordMentions(ticket, by, text, comment, at));
		if (isChanged) this.#recorder.ticketUpdated(ticket);
		if (events.length > 0) this.#archive.changed();
		return events;
	}

	edit(ticket: TicketRecord, change: Partial<NewTicket>): void {
		const { title = ticket.title, description = ticket.description } = change;
		checkTitle(title);
		checkDescription(description);
		ticket.title = title;
		ticket.description = description;
		this.#changed(ticket, this.#archive.moment(change));
	}

	/** The number of a deleted ticket is not used again. */
	delete(ticket: TicketRecord): void {
		const tracker = this.#archive.trackerOf(ticket);
		tracker.tickets = tracker.tickets.filter((one) => one !== ticket);
		tracker.lastDeleted = Math.max(tracker.lastDeleted ?? 0, ticket.number);
		this.#recorder.ticketDeleted(tracker, ticket);
		this.#archive.changed();
	}

	/** Keeps the permissions that are not named. */
	permit(ticket: TicketRecord, permissions: Partial<OwnPermissions>, dated: Dated = {}): void {
		ticket.permissions = { ...ticket.permissions, ...permissions };
		this.#changed(ticket, this.#archive.moment(dated));
	}

	assign(ticket: TicketRecord, by: Participant, assignee: string, dated: Dated = {}): void {
		if (ticket.assignees.includes(assignee)) return;
		ticket.assignees = [...ticket.assignees, assignee];
		const at = this.#archive.moment(dated);
		this.#recorder.record(ticket, at, { types: ['assigned_user'], user: participant(assignee), by });
		this.#changed(ticket, at);
	}

	unassign(ticket: TicketRecord, by: Participant, assignee: string, dated: Dated = {}): void {
		if (!ticket.assignees.includes(assignee)) return;
		ticket.assignees = ticket.assignees.filter((name) => name !== assignee);
		const at = this.#archive.moment(dated);
		this.#recorder.record(ticket, at, { types: ['unassigned_user'], user: participant(assignee), by });
		this.#changed(ticket, at);
	}

	/** Removes a label. In GraphQL, there is an event even if the ticket does not have the label. */
	unlabel(ticket: TicketRecord, by: Participant, label: string, dated: Dated = {}): void {
		ticket.labels = ticket.labels.filter((name) => name !== label);
		const at = this.#archive.moment(dated);
		this.#recorder.record(ticket, at, { types: ['label_removed'], user: by, label });
		this.#changed(ticket, at);
	}

	#checkLabels(ticket: TicketRecord, names: readonly string[]): void {
		const { labels } = this.#archive.trackerOf(ticket);
		const unknown = names.find((wanted) => !labels.some(({ name }) => name === wanted));
		if (unknown !== undefined) throw invalid('labels', `Unknown label ${unknown}`);
	}

	/** Removes labels, then adds labels. A label that was not checked before is checked before it is added. */
	#changeLabels(ticket: TicketRecord, by: Participant, names: readonly string[], at: string): EventRecord[] {
		const change = (type: EventType, label: string, labels: string[]) => {
			ticket.labels = labels;
			this.#touch(ticket, at);
			this.#archive.changed();
			return this.#recorder.record(ticket, at, { types: [type], user: by, label });
		};
		const events = ticket.labels
			.filter((name) => !names.includes(name))
			.map((name) => {
				const others = ticket.labels.filter((one) => one !== name);
				return change('label_removed', name, others);
			});
		for (const name of new Set(names)) {
			if (ticket.labels.includes(name)) continue;
			this.#checkLabels(ticket, [name]);
			events.push(change('label_added', name, [...ticket.labels, name]));
		}
		return events;
	}

	#createComment(submitter: Participant, text: string, created: string): CommentRecord {
		return { id: this.#archive.nextId('comment'), created, submitter, text };
	}

	/**
	 * Records mentions. The mention of a user is an event of this ticket, that of a ticket an event of the mentioned
	 * ticket.
	 */
	#recordMentions(
		ticket: TicketRecord,
		by: Participant,
		text: string,
		comment: CommentRecord | null,
		at: string,
	): EventRecord[] {
		const { users, tickets } = resolveMentions(text, ticket, by, this.#accounts, this.#archive);
		const from = { tracker: ticket.tracker, number: ticket.number };
		const mention = { by, from, comment };
		return [
			...users.map((account) =>
				this.#recorder.record(ticket, at, {
					types: ['user_mentioned'],
					user: participant(account.name),
					ticket: null,
					...mention,
				}),
			),
			...tickets.map((found) =>
				this.#recorder.record(found, at, { types: ['ticket_mentioned'], ...mention }),
			),
		];
	}

	#touch(ticket: TicketRecord, at: string): void {
		touch(at, ticket, this.#archive.trackerOf(ticket));
	}

	#changed(ticket: TicketRecord, at: string): void {
		this.#touch(ticket, at);
		this.#recorder.ticketUpdated(ticket);
		this.#archive.changed();
	}
}
