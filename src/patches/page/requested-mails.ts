import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { type SeriesKey, spellSeries } from '../../platform/model/keys.ts';

/** A patch of a mail, or one of its files. */
export interface RequestedPart {
	/** The index of the patch among those of the mail. */
	readonly patch: number;
	/** The index of the file. */
	readonly file?: number;
}

/** A mail that the user has opened a page for. */
export interface RequestedMail {
	/** Differs each time that the user opens the page, also after a restart. */
	readonly id: string;
	/** The forge's id of the mail. */
	readonly mail: number;
	readonly part?: RequestedPart | undefined;
}

/** The mails that the user has opened pages for. A page goes to its mail once. */
export class RequestedMails implements Disposable {
	/** By the spelled key of the page. */
	readonly #mails = new Map<string, RequestedMail>();
	readonly #changes: Emitter<SeriesKey>;

	constructor(didFail: (failure: unknown) => void) {
		this.#changes = new Emitter<SeriesKey>(didFail);
	}

	/** Fires with the key of the page. */
	get onDidChange(): Event<SeriesKey> {
		return this.#changes.event;
	}

	of(page: SeriesKey): RequestedMail | undefined {
		return this.#mails.get(spellSeries(page));
	}

	/** The user opens a page for a mail. */
	request(page: SeriesKey, mail: number, part?: RequestedPart): void {
		this.#mails.set(spellSeries(page), { id: randomUUID(), mail, part });
		this.#changes.fire(page);
	}

	/** The page was closed, or is opened for no mail. */
	forget(page: SeriesKey): void {
		this.#mails.delete(spellSeries(page));
	}

	dispose(): void {
		this.#changes.dispose();
	}
}
