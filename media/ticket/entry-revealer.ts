import type { EntryPlace, Snapshot, TicketRequests } from '../../src/tickets/page/protocol.ts';
import { background } from '../kit/background.ts';
import { focusWithPage } from '../kit/focus.ts';
import type { Ask } from '../kit/host-messages.ts';
import { onUserActivity } from '../kit/user-activity.ts';
import type { TimelineLoader } from './timeline-loader.ts';

/** How long the entry is marked. */
const markedMs = 2000;

/** Goes to the entry of the timeline that the user has opened the page for, once it is on the page, and marks it for a moment. */
export class EntryRevealer {
	readonly #ask: Ask<TicketRequests>;
	readonly #timeline: TimelineLoader;
	readonly #stopRestoring: () => void;
	/** The id of the request that the page has not gone to yet; empty if there is none. */
	#pending = '';
	/** The id of the last request that the page has gone to, or not gone to because the user began to read elsewhere. */
	#done = '';
	/** Whether the page waits for the part of the timeline that it goes to. */
	#isLoading = false;

	/** `stopRestoring` is called when the page goes to another place than the one that it restores. */
	constructor(ask: Ask<TicketRequests>, timeline: TimelineLoader, stopRestoring: () => void) {
		this.#ask = ask;
		this.#timeline = timeline;
		this.#stopRestoring = stopRestoring;
		onUserActivity(() => this.#end());
	}

	/** Call after each drawing. */
	didDraw({ requested }: Snapshot): void {
		if (!requested || requested.id === this.#done) return;
		const isUnderWay = this.#pending === requested.id && this.#isLoading;
		this.#pending = requested.id;
		if (requested.place && !isUnderWay) background(this.#goTo(requested.place));
	}

	async #goTo({ entry, part }: EntryPlace): Promise<void> {
		const request = this.#pending;
		this.#isLoading = true;
		if (part !== null) await this.#timeline.whenLoaded(part);
		// After the page has restored the scroll position and the focus.
		await Promise.resolve();
		this.#isLoading = false;
		if (request !== this.#pending) return;
		this.#end();
		this.#stopRestoring();
		show(document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`));
	}

	#end(): void {
		if (this.#pending === '') return;
		this.#done = this.#pending;
		background(this.#ask('didShowEntry', { id: this.#pending }));
		this.#pending = '';
	}
}

function show(element: HTMLElement | null): void {
	if (!element) return;
	// While its part is out of view, its height is an estimate.
	const part = element.closest('.timeline.part');
	part?.classList.add('measured');
	element.scrollIntoView({ block: 'start' });
	// An event has the focus only because of the link.
	element.tabIndex = -1;
	focusWithPage(element);
	element.classList.add('requested');
	setTimeout(() => {
		element.classList.remove('requested');
		part?.classList.remove('measured');
	}, markedMs);
}
