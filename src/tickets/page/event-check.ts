import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { idOfTicket, type TicketKey } from '../../platform/model/keys.ts';
import type { TicketPageHost } from './host.ts';
import type { TicketLoader } from './loader.ts';
import type { SnapshotInput } from './snapshot-input.ts';

interface EventCheckOptions {
	readonly key: TicketKey;
	readonly requested: TicketPageHost['requested'];
	readonly loader: TicketLoader;
	readonly changed: () => void;
}

/** Reads a ticket again when the user opens its page for an event that is not known. The event may be newer than what was read last. */
export class EventCheck implements Disposable {
	readonly #options: EventCheckOptions;
	readonly #lifetime = new Lifetime();
	#isReading = false;

	constructor(options: EventCheckOptions) {
		this.#options = options;
		const { key, requested } = options;
		this.#lifetime.add(
			requested.onDidChange((one) => {
				if (idOfTicket(one) === idOfTicket(key)) this.#check();
			}),
		);
	}

	/** The event that the user has opened the page for, and whether it may still be found. */
	get requested(): SnapshotInput['requested'] {
		const { key, requested, loader } = this.#options;
		const one = requested.of(key);
		return one && { ...one, isChecking: this.#isReading || !loader.isUpToDate };
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#check(): void {
		const { loader, changed } = this.#options;
		changed();
		const { events, isUpToDate } = loader;
		const event = this.requested?.event;
		if (!isUpToDate || this.#isReading || events.some(({ id }) => id === event)) return;
		this.#isReading = true;
		const checked = loader.refresh().finally(() => {
			this.#isReading = false;
			if (!this.#lifetime.ended) changed();
		});
		background(checked);
	}
}
