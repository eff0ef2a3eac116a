import type { ShownPlace, Snapshot } from '../../src/tickets/page/protocol.ts';
import { background } from '../page/background.ts';
import { focusWithPage } from '../page/focus.ts';

/** How long the entry is marked. */
const markedMs = 2000;

interface EntryRevealerOptions {
	/** Resolves when a part of the timeline is on the page. */
	readonly load: (part: string) => Promise<void>;
	/** Called when the page shows another place than the one that it restores. */
	readonly stopRestoring: () => void;
	readonly didShow: (id: string) => void;
}

/** Goes to the entry of the timeline that the user has opened the page for, once it is on the page, and marks it for a moment. */
export class EntryRevealer {
	readonly #options: EntryRevealerOptions;
	/** The request that the page has not gone to yet. */
	#pending = '';
	/** The last request that the page has gone to, or not gone to because the user began to read elsewhere. */
	#done = '';

	constructor(options: EntryRevealerOptions) {
		this.#options = options;
		for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
			addEventListener(type, () => this.#end(), { passive: true, capture: true });
	}

	/** Call after each drawing. */
	didDraw({ requested }: Pick<Snapshot, 'requested'>): void {
		if (!requested || requested.id === this.#done) return;
		const isWaiting = this.#pending === requested.id && this.#isGoing;
		this.#pending = requested.id;
		if (requested.place && !isWaiting) background(this.#goTo(requested.place));
	}

	#isGoing = false;

	async #goTo({ entry, part }: ShownPlace): Promise<void> {
		const request = this.#pending;
		this.#isGoing = true;
		if (part !== null) await this.#options.load(part);
		// After the page has restored the scroll position and the focus.
		await Promise.resolve();
		this.#isGoing = false;
		if (request !== this.#pending) return;
		this.#end();
		this.#options.stopRestoring();
		show(document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`));
	}

	#end(): void {
		if (this.#pending === '') return;
		this.#done = this.#pending;
		this.#options.didShow(this.#pending);
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
