import { Emitter, type Event } from '../../base/emitter.ts';
import { idOfTicket } from '../../platform/model/keys.ts';
import type { DraftKey } from '../model/ticket-draft.ts';

/** The tickets, and the trackers of new tickets, whose pages are visible. A visible page itself shows what happens to its texts. */
export class VisiblePages {
	readonly #keys = new Map<string, DraftKey>();
	readonly #changes = new Emitter<void>();

	get visible(): readonly DraftKey[] {
		return [...this.#keys.values()];
	}

	get onDidChangeVisible(): Event<void> {
		return this.#changes.event;
	}

	isVisible(key: DraftKey): boolean {
		return this.#keys.has(idOfTicket(key));
	}

	setVisible(key: DraftKey, isVisible: boolean): void {
		if (isVisible === this.isVisible(key)) return;
		if (isVisible) this.#keys.set(idOfTicket(key), key);
		else this.#keys.delete(idOfTicket(key));
		this.#changes.fire();
	}
}
