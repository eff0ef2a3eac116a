import type { Accounts } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import type { Hooks, HooksOptions } from '../server/hooks.ts';
import { Archive } from './archive.ts';
import { Authorizer } from './authorizer.ts';
import { Catalogue } from './catalogue.ts';
import { EventRecorder } from './event-recorder.ts';
import { type TrackerHandlers, trackerHandlers } from './handlers.ts';
import { TrackerSerializer } from './serializer.ts';
import { Subscriptions } from './subscriptions.ts';
import type { TicketRecord, TrackersState } from './tracker-records.ts';

export interface TrackersOptions {
	/** The tracker area owns the state from now on. */
	readonly state: TrackersState;
	/** Called after each change of the state. */
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly hooks: Hooks;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
	/** Called when someone reads the events of a ticket, as a page does that shows it. */
	readonly didOpen?: (ticket: TicketRecord) => void;
	/** Called when a request has changed a ticket. */
	readonly didChange?: (ticket: TicketRecord) => void;
}

/** The tracker area of the forge: its operations and its handlers. */
export class Trackers extends Catalogue {
	readonly handlers: TrackerHandlers;
	/** For webhooks: throws if the resource is not visible to the caller. */
	readonly check: HooksOptions['check'];
	readonly authorizer: Authorizer;
	readonly subscriptions: Subscriptions;
	/** What GraphQL calls, as the handlers do. */
	readonly didOpen: (ticket: TicketRecord) => void;
	readonly didChange: (ticket: TicketRecord) => void;

	constructor({
		state,
		changed,
		accounts,
		hooks,
		drift,
		now,
		didOpen = () => {},
		didChange = () => {},
	}: TrackersOptions) {
		const archive = new Archive(state, changed, now);
		const serializer = new TrackerSerializer(drift, archive);
		super(archive, accounts, new EventRecorder(archive, hooks, serializer, accounts));
		const authorizer = new Authorizer(archive, accounts, drift);
		this.authorizer = authorizer;
		this.subscriptions = new Subscriptions(archive);
		this.didOpen = didOpen;
		this.didChange = didChange;
		this.handlers = trackerHandlers({
			trackers: this,
			archive,
			authorizer,
			serializer,
			drift,
			didOpen,
			didChange,
		});
		this.check = (...asked) => authorizer.check(...asked);
	}
}
