import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { idOfTicket, type TicketKey } from '../../platform/model/keys.ts';
import type { EntryRevealRequests } from './entry-to-reveal.ts';
import type { TicketLoader } from './loader.ts';
import type { TicketPageState } from './page-state.ts';

/** Reads a ticket again when the user opens its page for an event that is not known. The event may be newer than what was read last. */
export class EventCheck implements Disposable {
	readonly #key: TicketKey;
	readonly #requests: EntryRevealRequests;
	readonly #loader: TicketLoader;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	#isReading = false;

	constructor(key: TicketKey, requests: EntryRevealRequests, loader: TicketLoader, changed: () => void) {
		this.#key = key;
		this.#requests = requests;
		this.#loader = loader;
		this.#changed = changed;
		this.#lifetime.add(
			requests.onDidChange((changedKey) => {
				if (idOfTicket(changedKey) === idOfTicket(key)) this.#check();
			}),
		);
	}

	/** The event that the user has opened the page for, and whether it may still be found. */
	get requested(): TicketPageState['requested'] {
		const request = this.#requests.of(this.#key);
		return request && { ...request, isChecking: this.#isReading || !this.#loader.isUpToDate };
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#check(): void {
		this.#changed();
		const { events, isUpToDate } = this.#loader;
		const event = this.requested?.event;
		// A ticket that is not up to date is being read anyway.
		if (!isUpToDate || this.#isReading || events.some(({ id }) => id === event)) return;
		this.#isReading = true;
		const checked = this.#loader.refresh().finally(() => {
			this.#isReading = false;
			if (!this.#lifetime.ended) this.#changed();
		});
		background(checked);
	}
}
