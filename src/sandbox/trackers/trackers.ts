import type { Accounts } from '../accounts.ts';
import type { Quirk } from '../drift.ts';
import type { Hooks, HooksOptions } from '../hooks.ts';
import { Archive } from './archive.ts';
import { Catalogue } from './catalogue.ts';
import { Door } from './door.ts';
import { Forms } from './forms.ts';
import { type TrackerHandlers, trackerHandlers } from './handlers.ts';
import { News } from './news.ts';
import type { TrackersState } from './state.ts';

export interface TrackersOptions {
	/** Owned from now on. */
	readonly state: TrackersState;
	/** Called after each change of the state. */
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly hooks: Pick<Hooks, 'emit' | 'gone'>;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
}

/** The tracker area of the forge: what can be done in it, and its part of the contract. */
export class Trackers extends Catalogue {
	readonly handlers: TrackerHandlers;
	/** For the hooks of the area: refuses what is not there for the caller. */
	readonly check: HooksOptions['check'];

	constructor(options: TrackersOptions) {
		const { accounts, hooks, drift } = options;
		const archive = new Archive(options);
		const forms = new Forms(drift, archive);
		super({ archive, accounts, news: new News({ archive, hooks, forms, accounts }) });
		const door = new Door({ archive, accounts, drift });
		this.handlers = trackerHandlers({ trackers: this, archive, door, forms, drift });
		this.check = (...asked) => door.check(...asked);
	}
}
