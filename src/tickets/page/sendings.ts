import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Sending } from '../../platform/page/draft.ts';
import { DescribedError, describeError } from '../../platform/page/error-messages.ts';
import type { Sending as AnySending, SendRecord as AnySendRecord } from '../../platform/state/send-record.ts';
import { type DraftBody, type DraftKey, emptyBody, isBlank, isSame } from '../model/ticket-draft.ts';
import type { TicketDraft, TicketDrafts } from '../state/draft-format.ts';
import { bodyOf, type ShownDraft, withoutSent } from './draft.ts';
import { toShownDraft } from './stored-draft.ts';

type Sent = AnySending<DraftKey, DraftBody>;
type SendRecord = AnySendRecord<DraftKey, DraftBody>;

interface SendingsOptions {
	readonly drafts: TicketDrafts;
	readonly log: Log;
	readonly now?: () => number;
}

/** How to send a draft, and how to check whether it has arrived. */
export interface SendingWork {
	readonly send: (draft: ShownDraft) => Promise<unknown>;
	/** Whether the forge has the comment or ticket of a send that was interrupted. */
	readonly hasArrived: (sending: Sent) => Promise<boolean>;
	/** The number of the newest event or ticket that is known; 0 if there is none. */
	readonly newest: () => number;
}

const wasSentBefore = new DescribedError({
	problem:
		'The forge already has an earlier version of this draft. Only your later changes are left here. Send them if they are still needed.',
	mayBeDone: true,
});

/**
 * The title and text of a draft that was sent, without its choices. Those are sent again, which changes nothing if they
 * have arrived.
 */
const wordsOf = ({ draft }: Sent): TicketDraft => {
	const { base, title, text } = draft.body;
	return { ...draft, body: { ...emptyBody, base, title, text } };
};

const hasText = ({ title, text }: DraftBody): boolean => title !== '' || text.trim() !== '';

/** Whether an equal draft was sent after this one was written. */
const isSentAlready = (last: Sent | undefined, { body, saved }: TicketDraft): boolean =>
	last?.isSent === true &&
	saved <= last.at &&
	body.base === last.draft.body.base &&
	isSame(body, last.draft.body);

/** Whether a draft still has text from a send whose outcome is unknown, and is not a later draft. */
function isUnsettled(sending: Sent | undefined, draft: ShownDraft): sending is Sent {
	if (!sending || sending.isSent || sending.draft.body.base !== draft.base) return false;
	return !isSame(withoutSent(draft, toShownDraft(wordsOf(sending), null)), draft);
}

/** How long a reopened page still shows that its draft was sent. */
const memoryMs = 10 * 60_000;

/**
 * The state of each send, by draft. It outlives the pages: a page that was hidden or closed, and is shown again, does
 * not send twice, and shows whether its draft was sent.
 */
export class Sendings implements Disposable {
	readonly #options: SendingsOptions;
	readonly #now: () => number;
	readonly #changes: Emitter<DraftKey>;
	readonly #known = new Map<string, { readonly sending: Sending; readonly at: number }>();
	/** The last sent draft of each key. */
	readonly #sent = new Map<string, ShownDraft>();
	readonly #recalled = new Map<string, Promise<void>>();

	constructor(options: SendingsOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { log } = options;
		this.#changes = new Emitter((failure) => log.error('A listener for sent drafts failed', failure));
	}

	/** Fires with the key of a draft when sending it starts or ends. */
	get onDidChange(): Event<DraftKey> {
		return this.#changes.event;
	}

	of(key: DraftKey): Sending | null {
		const known = this.#known.get(this.#options.drafts.nameOf(key));
		if (!known) return null;
		const { sending, at } = known;
		if (sending.kind === 'sent' && this.#now() - at > memoryMs) return null;
		// The refused draft has since been discarded, or sent from another window.
		if (sending.kind === 'refused' && !this.#options.drafts.get(key)) return null;
		return sending;
	}

	/** The last draft that was sent. A draft from a page may still contain it. */
	lastSent(key: DraftKey): ShownDraft | undefined {
		return this.#sent.get(this.#options.drafts.nameOf(key));
	}

	/** Reads what was sent before this window was opened. A page that was restored may still have it. */
	recall(key: DraftKey): Promise<void> {
		const name = this.#options.drafts.nameOf(key);
		const recalling = this.#recalled.get(name) ?? this.#recall(key, name);
		this.#recalled.set(name, recalling);
		return recalling;
	}

	/** Forgets how the last send ended, for example because the user has written something new. */
	forget(key: DraftKey): void {
		if (this.of(key)?.kind !== 'sending') this.#known.delete(this.#options.drafts.nameOf(key));
	}

	/**
	 * Saves a draft, sends it, and then removes it. Fails if sending fails, or if this or another window is already
	 * sending a draft of the same key. If a window was closed while it was sending, only what has not arrived is sent.
	 */
	async send(given: TicketDraft, work: SendingWork): Promise<void> {
		const { key } = given;
		const { drafts } = this.#options;
		if (this.of(key)?.kind === 'sending') {
			throw new ForgeError('busy', 'The previous version is still being sent. Wait until it has been sent.');
		}
		this.#put(key, { kind: 'sending' });
		try {
			await drafts.sendAlone(given, async (record) => {
				const draft = toShownDraft(given, null);
				const last = await record.read();
				// This window may not know yet that another one has sent it.
				if (isSentAlready(last, given)) return this.#takeSent(given, record);
				if (!isUnsettled(last, draft) || !(await work.hasArrived(last))) {
					await this.#send(given, work, record);
					await this.#takeSent(given, record);
					return;
				}
				const words = wordsOf(last);
				const rest = withoutSent(draft, toShownDraft(words, null));
				if (hasText(rest)) {
					await this.#takeSent(words, record);
					throw wasSentBefore;
				}
				if (!isBlank(rest)) await work.send(rest);
				await this.#takeSent(given, record);
			});
			this.#put(key, { kind: 'sent' });
		} catch (error) {
			this.#put(key, { kind: 'refused', refusal: describeError(error) });
			throw error;
		}
	}

	dispose(): void {
		this.#changes.dispose();
	}

	async #send(draft: TicketDraft, { send, newest }: SendingWork, record: SendRecord): Promise<void> {
		await record.put({ draft, newest: newest(), at: this.#now(), isSent: false });
		try {
			await send(toShownDraft(draft, null));
		} catch (error) {
			if (!describeError(error).mayBeDone) await record.remove();
			throw error;
		}
	}

	async #recall(key: DraftKey, name: string): Promise<void> {
		const last = await this.#options.drafts.sendRecord(key).read();
		if (last?.isSent && !this.#sent.has(name)) this.#sent.set(name, toShownDraft(last.draft, null));
	}

	/** Removes what was sent from the draft, and remembers it: a page may still save it again. */
	async #takeSent(draft: TicketDraft, record: SendRecord): Promise<void> {
		const { key } = draft;
		const sent = toShownDraft(draft, null);
		this.#sent.set(this.#options.drafts.nameOf(key), sent);
		await this.#unlessDisk(this.#removeSent(key, sent));
		await record.put({ draft, newest: 0, at: this.#now(), isSent: true });
	}

	/** Keeps what the user wrote meanwhile, here or in another window, as the next draft. */
	async #removeSent(key: DraftKey, sent: ShownDraft): Promise<void> {
		const { drafts } = this.#options;
		const now = drafts.get(key);
		if (!now) return;
		const rest = withoutSent(toShownDraft(now, null), sent);
		if (isBlank(rest)) await drafts.remove(key);
		else await drafts.save({ ...now, body: bodyOf(rest) });
	}

	#put(key: DraftKey, sending: Sending): void {
		this.#known.set(this.#options.drafts.nameOf(key), { sending, at: this.#now() });
		this.#changes.fire(key);
	}

	/** A disk error must neither block sending nor report a sent draft as unsent. */
	async #unlessDisk(done: Promise<unknown>): Promise<void> {
		try {
			await done;
		} catch (error) {
			this.#options.log.error('A draft could not be kept as it is', error);
		}
	}
}
