import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { ForgeError } from '../forge/errors.ts';
import { isBlank, type Draft as PageDraft, withoutSent } from '../protocol/draft.ts';
import type { Sending } from '../protocol/ticket.ts';
import type { Begun, Draft, DraftKey } from '../state/draft.ts';
import { draftName } from '../state/draft.ts';
import type { Drafts } from '../state/drafts.ts';
import { draftShown, draftStored, writtenIn } from './drafts.ts';
import { Refused, worded } from './worded.ts';

interface SendingsOptions {
	readonly drafts: Drafts;
	readonly log: Log;
	readonly now?: () => number;
}

/** How a draft is sent to one place. */
export interface SendingWork {
	readonly send: (draft: PageDraft) => Promise<unknown>;
	/** Whether the forge has what was begun. */
	readonly hasArrived: (begun: Begun) => Promise<boolean>;
	/** The newest event or ticket that is known there; 0 if none is. */
	readonly newest: () => number;
}

const wasSentBefore =
	'An earlier version of this was already sent, just before VS Code closed. Send what is left here if it is still needed.';

/** What was begun, as the page would show it. */
function shownOf(draft: Draft, begun: Begun): PageDraft {
	const { account, key, base } = draft;
	return draftShown({ account, key, base, ...begun }, null);
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
	 * Keeps a draft, sends it, and then removes it. Fails if sending fails, or if a draft of the same key is being sent already, here or
	 * in another window. Of what a window had begun to send before it was ended, only what has not arrived is sent.
	 */
	async send(given: Draft, work: SendingWork): Promise<void> {
		const { key } = given;
		const { drafts } = this.#options;
		if (this.of(key)?.kind === 'sending') {
			throw new ForgeError('busy', 'What was sent before is still on its way. Wait until it has arrived.');
		}
		this.#put(key, { kind: 'sending' });
		try {
			await drafts.sendAlone(given, async (begun) => {
				const draft = draftShown(given, null);
				const arrived = begun && (await work.hasArrived(begun)) ? shownOf(given, begun) : undefined;
				if (!arrived) await this.#send(given, draft, work);
				const sent = arrived ?? draft;
				this.#sent.set(draftName(key), sent);
				await this.#unlessDisk(this.#removeSent(key, sent));
				if (arrived && !isBlank(withoutSent(draft, arrived))) throw new Refused({ problem: wasSentBefore });
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

	/** If this window is ended before the answer, the draft on the disk says what was begun. */
	async #send({ key }: Draft, draft: PageDraft, { send, newest }: SendingWork): Promise<void> {
		const { drafts } = this.#options;
		await drafts.mark(key, { ...writtenIn(draft), saved: draft.saved, newest: newest() });
		try {
			await send(draft);
		} catch (error) {
			if (!worded(error).isUnsure) await drafts.mark(key, undefined);
			throw error;
		}
	}

	/** What was written meanwhile, here or in another window, is the next draft. */
	async #removeSent(key: DraftKey, sent: PageDraft): Promise<void> {
		const { drafts } = this.#options;
		const now = drafts.get(key);
		if (!now) return;
		const rest = withoutSent(draftShown(now, null), sent);
		if (isBlank(rest)) return drafts.remove(key);
		await drafts.save(draftStored(rest, now));
		await drafts.mark(key, undefined);
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
