import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { ForgeError } from '../forge/errors.ts';
import { isBlank, isSame, type Draft as PageDraft, withoutSent } from '../protocol/draft.ts';
import type { Sending } from '../protocol/ticket.ts';
import type { Beginning, Begun } from '../state/begun.ts';
import type { Draft, DraftKey } from '../state/draft.ts';
import { draftName } from '../state/draft.ts';
import type { Drafts } from '../state/drafts.ts';
import { draftShown, draftStored } from './drafts.ts';
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

/** Whether a draft still has something of what was begun, and was not written anew since. */
function isPartOf(draft: PageDraft, begun: Begun): boolean {
	const before = draftShown(begun.draft, null);
	return draft.base === before.base && !isSame(withoutSent(draft, before), draft);
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
			await drafts.sendAlone(given, async (beginning) => {
				const draft = draftShown(given, null);
				const begun = await beginning.read();
				const arrived = begun && isPartOf(draft, begun) && (await work.hasArrived(begun));
				if (!arrived) await this.#send(given, work, beginning);
				const sent = arrived ? draftShown(begun.draft, null) : draft;
				this.#sent.set(draftName(key), sent);
				await this.#unlessDisk(this.#removeSent(key, sent));
				await beginning.remove();
				if (arrived && !isBlank(withoutSent(draft, sent))) throw new Refused({ problem: wasSentBefore });
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

	/** If this window is ended before the answer, what was begun is on the disk. */
	async #send(draft: Draft, { send, newest }: SendingWork, beginning: Beginning): Promise<void> {
		await beginning.put({ draft, newest: newest() });
		try {
			await send(draftShown(draft, null));
		} catch (error) {
			if (!worded(error).isUnsure) await beginning.remove();
			throw error;
		}
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
