import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { ForgeError } from '../forge/errors.ts';
import { isBlank, type Draft as PageDraft, withoutSent } from '../protocol/draft.ts';
import type { Sending } from '../protocol/ticket.ts';
import type { Draft, DraftKey } from '../state/draft.ts';
import { draftName } from '../state/draft.ts';
import type { Drafts } from '../state/drafts.ts';
import { draftShown, draftStored } from './drafts.ts';
import { worded } from './worded.ts';

interface SendingsOptions {
	readonly drafts: Drafts;
	readonly log: Log;
	readonly now?: () => number;
}

/** So long somebody who comes back to a page is told that it was sent. */
const memory = 10 * 60_000;

/**
 * What is being sent and what became of it, draft by draft. It outlives the pages: one that was hidden or closed meanwhile,
 * and is shown again, neither sends twice nor leaves anybody in doubt.
 */
export class Sendings implements Disposable {
	readonly #options: SendingsOptions;
	readonly #now: () => number;
	readonly #changes: Emitter<DraftKey>;
	readonly #known = new Map<string, { readonly sending: Sending; readonly at: number }>();
	/** The last draft of each key that was sent. */
	readonly #sent = new Map<string, PageDraft>();

	constructor(options: SendingsOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { log } = options;
		this.#changes = new Emitter((failure) => log.error('What became of a draft was not taken in', failure));
	}

	/** Whose sending has begun or come to its end. */
	get onDidChange(): Event<DraftKey> {
		return this.#changes.event;
	}

	of(key: DraftKey): Sending | null {
		const known = this.#known.get(draftName(key));
		if (!known) return null;
		const { sending, at } = known;
		if (sending.kind === 'sent' && this.#now() - at > memory) return null;
		// What was refused, and then thrown away or sent from elsewhere.
		if (sending.kind === 'refused' && !this.#options.drafts.get(key)) return null;
		return sending;
	}

	/** The last draft that was sent: what comes from a page may still contain it. */
	lastSent(key: DraftKey): PageDraft | undefined {
		return this.#sent.get(draftName(key));
	}

	/** Something new is written. */
	forget(key: DraftKey): void {
		if (this.of(key)?.kind !== 'sending') this.#known.delete(draftName(key));
	}

	/**
	 * Keeps a draft, sends it by `attempt`, and then removes it. Fails if `attempt` fails, or if a draft of the same key is being sent already, here or
	 * in another window. A draft that cannot be written to disk is sent all the same.
	 */
	async send(given: Draft, attempt: () => Promise<unknown>): Promise<void> {
		const { key } = given;
		const { drafts } = this.#options;
		if (this.of(key)?.kind === 'sending') {
			throw new ForgeError('busy', 'What was sent before is still on its way. Wait until it has arrived.');
		}
		this.#put(key, { kind: 'sending' });
		try {
			await drafts.sendAlone(given, async () => {
				await attempt();
				const sent = draftShown(given, null);
				this.#sent.set(draftName(key), sent);
				await this.#unlessDisk(this.#removeSent(key, sent));
			});
			this.#put(key, { kind: 'sent' });
		} catch (error) {
			this.#put(key, { kind: 'refused', refusal: worded(error) });
			throw error;
		}
	}

	dispose(): void {
		this.#changes.dispose();
	}

	/** What was written meanwhile, here or in another window, is the next draft. */
	async #removeSent(key: DraftKey, sent: PageDraft): Promise<void> {
		const { drafts } = this.#options;
		const now = drafts.get(key);
		if (!now) return;
		const rest = withoutSent(draftShown(now, null), sent);
		if (isBlank(rest)) await drafts.remove(key);
		else await drafts.save(draftStored(rest, now));
	}

	#put(key: DraftKey, sending: Sending): void {
		this.#known.set(draftName(key), { sending, at: this.#now() });
		this.#changes.fire(key);
	}

	/** Neither keeps anybody from sending, nor makes what was sent unsent. */
	async #unlessDisk(done: Promise<unknown>): Promise<void> {
		try {
			await done;
		} catch (error) {
			this.#options.log.error('A draft could not be kept as it is', error);
		}
	}
}
