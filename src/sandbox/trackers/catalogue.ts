import type { Accounts } from '../server/accounts.ts';
import { invalid } from '../server/refusal.ts';
import { defaultPermissions } from './access.ts';
import { type Archive, type Dated, touch } from './archive.ts';
import type { EventRecorder } from './event-recorder.ts';
import { checkLabel, checkTrackerDescription, checkTrackerName } from './rules.ts';
import { Tickets } from './tickets.ts';
import type { LabelRecord, Permissions, TrackerRecord, Visibility } from './tracker-records.ts';

export interface TrackerChange extends Dated {
	readonly name?: string;
	readonly description?: string;
	readonly permissions?: Permissions;
	readonly visibility?: Visibility;
}

export interface NewTracker extends TrackerChange {
	readonly name: string;
}

export type LabelChange = Partial<NewLabel>;

export interface NewLabel extends Dated {
	readonly name: string;
	/** Both `#rrggbb`. */
	readonly colors: LabelRecord['colors'];
}

/**
 * The trackers of the forge and their labels, with the operations on them. The handlers check permissions with `Authorizer`.
 * The operations here and on `tickets` refuse only what is impossible, and the demo world uses them, too.
 */
export class Catalogue {
	readonly tickets: Tickets;
	readonly archive: Archive;
	readonly #recorder: EventRecorder;

	constructor(archive: Archive, accounts: Accounts, recorder: EventRecorder) {
		this.tickets = new Tickets(archive, accounts, recorder);
		this.archive = archive;
		this.#recorder = recorder;
	}

	find(owner: string, name: string): TrackerRecord | undefined {
		return this.archive.find(owner, name);
	}

	create(owner: string, details: NewTracker): TrackerRecord {
		const { name, description = '', permissions = defaultPermissions, visibility } = details;
		this.#checkName(owner, name);
		checkTrackerDescription(description);
		const created = this.archive.moment(details);
		const tracker: TrackerRecord = {
			id: this.archive.nextId('tracker'),
			owner,
			name,
			description,
			created,
			updated: created,
			permissions,
			...(visibility !== undefined && { visibility }),
			labels: [],
			tickets: [],
		};
		this.archive.add(tracker);
		this.#recorder.trackerCreated(tracker);
		this.archive.changed();
		return tracker;
	}

	/** Keeps the fields that are not named. */
	update(tracker: TrackerRecord, change: TrackerChange): void {
		const { name: before } = tracker;
		const { name = before, description = tracker.description, permissions = tracker.permissions } = change;
		if (name !== before) this.#checkName(tracker.owner, name, tracker);
		checkTrackerDescription(description);
		tracker.name = name;
		tracker.description = description;
		tracker.permissions = permissions;
		if (change.visibility !== undefined) tracker.visibility = change.visibility;
		if (name !== before) this.#recorder.trackerRenamed(tracker, before);
		touch(this.archive.moment(change), tracker);
		this.#recorder.trackerUpdated(tracker);
		this.archive.changed();
	}

	delete(tracker: TrackerRecord): void {
		this.archive.remove(tracker);
		this.#recorder.trackerDeleted(tracker);
		this.archive.changed();
	}

	createLabel(tracker: TrackerRecord, details: NewLabel): LabelRecord {
		const { name, colors } = details;
		checkLabel(details.name, details.colors);
		if (tracker.labels.some((label) => label.name === name)) {
			throw invalid('name', 'This name is already in use.');
		}
		const created = this.archive.moment(details);
		const label: LabelRecord = { id: this.archive.nextId('label'), name, created, colors };
		tracker.labels.push(label);
		touch(created, tracker);
		this.#recorder.labelCreated(tracker, label);
		this.archive.changed();
		return label;
	}

	/** Keeps what is not named. Tickets and their events show the new name. */
	updateLabel(tracker: TrackerRecord, label: LabelRecord, change: LabelChange): void {
		const { name: before } = label;
		const { name = before, colors = label.colors } = change;
		checkLabel(name, colors);
		if (tracker.labels.some((one) => one !== label && one.name === name)) {
			throw invalid('name', 'This name is already in use.');
		}
		label.name = name;
		label.colors = colors;
		for (const ticket of tracker.tickets) {
			ticket.labels = ticket.labels.map((one) => (one === before ? name : one));
			for (const event of ticket.events) if (event.label === before) event.label = name;
		}
		touch(this.archive.moment(change), tracker);
		this.archive.changed();
	}

	/** Also removes the label from its tickets, without events. */
	deleteLabel(tracker: TrackerRecord, label: LabelRecord): void {
		tracker.labels = tracker.labels.filter((one) => one !== label);
		for (const ticket of tracker.tickets) {
			ticket.labels = ticket.labels.filter((name) => name !== label.name);
		}
		this.#recorder.labelDeleted(tracker, label);
		this.archive.changed();
	}

	/** Refuses a name that another tracker of the owner has. `tracker` is the one that is renamed. */
	#checkName(owner: string, name: string, tracker?: TrackerRecord): void {
		checkTrackerName(name);
		const existing = this.find(owner, name);
		if (existing && existing !== tracker) throw invalid('name', 'This name is already in use.');
	}
}
