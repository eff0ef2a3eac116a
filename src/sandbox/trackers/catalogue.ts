import type { Accounts } from '../server/accounts.ts';
import { invalid } from '../server/refusal.ts';
import { defaultPermissions } from './access.ts';
import { type Archive, type Dated, touch } from './archive.ts';
import type { EventRecorder } from './event-recorder.ts';
import { checkLabel, checkTrackerDescription, checkTrackerName } from './rules.ts';
import type { LabelRecord, Permissions, TrackerRecord } from './state.ts';
import { Tickets } from './tickets.ts';

export interface TrackerChange extends Dated {
	readonly description?: string;
	readonly permissions?: Permissions;
}

export interface NewTracker extends TrackerChange {
	readonly name: string;
}

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
		const { name, description = '', permissions = defaultPermissions } = details;
		checkTrackerName(name);
		checkTrackerDescription(description);
		if (this.find(owner, name)) throw invalid('name', 'This name is already in use.');
		const created = this.archive.moment(details);
		const tracker: TrackerRecord = {
			id: this.archive.nextId('tracker'),
			owner,
			name,
			description,
			created,
			updated: created,
			permissions,
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
		const { description = tracker.description, permissions = tracker.permissions } = change;
		checkTrackerDescription(description);
		tracker.description = description;
		tracker.permissions = permissions;
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

	/** Also removes the label from its tickets, without events. */
	deleteLabel(tracker: TrackerRecord, label: LabelRecord): void {
		tracker.labels = tracker.labels.filter((one) => one !== label);
		for (const ticket of tracker.tickets) {
			ticket.labels = ticket.labels.filter((name) => name !== label.name);
		}
		this.#recorder.labelDeleted(tracker, label);
		this.archive.changed();
	}
}
