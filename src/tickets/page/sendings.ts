import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { ownLock } from '../../base/files/held-lock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { SendState } from '../../platform/page/draft-rules.ts';
import { describeError } from '../../platform/page/error-messages.ts';
import type { SendRecord as AnySendRecord } from '../../platform/state/drafts/send-record.ts';
import { type DraftBody, type DraftKey, emptyBody } from '../model/ticket-draft.ts';
import { removeSentFromDraft } from '../state/changes/comment-drafts.ts';
import type { TicketDraft } from '../state/changes/draft-format.ts';
import type { TicketOutboxChange } from '../state/changes/ticket-outbox-format.ts';
import type { Tickets } from '../state/tickets.ts';
import { CommentResults, type SendResult } from './comment-results.ts';
import { type CreationWork, createOnce } from './create-once.ts';
import { toShownDraft } from './draft-conversion.ts';
import { errorOf } from './send-errors.ts';
import type { ShownDraft } from './ticket-draft-rules.ts';

type SendRecord = AnySendRecord<DraftKey, DraftBody>;

interface SendingsOptions {
	readonly tickets: Pick<Tickets, 'drafts' | 'outbox' | 'sender'>;
	readonly log: Log;
	readonly now?: () => number;
}

/** How long a reopened page still shows that its draft was sent. */
const sentShownMs = 10 * 60_000;

/**
 * The state of each send, by draft. It outlives the pages: a page that was hidden or closed, and is shown again, does
 * not send twice, and shows whether its draft was sent. Comments go through the outbox, new tickets do not.
 */
export class Sendings implements Disposable {
	readonly #options: SendingsOptions;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<DraftKey>;
	readonly #results: CommentResults;
	readonly #states = new Map<string, { readonly sending: SendState; readonly at: number }>();
	/** The last sent draft of each key. */
	readonly #sent = new Map<string, ShownDraft>();
	readonly #lastSentReads = new Map<string, Promise<void>>();
	/** The tickets and trackers whose pages are visible, by name. */
	readonly #visible = new Map<string, DraftKey>();
	readonly #visibleChanges = this.#lifetime.add(new Emitter<void>());

	constructor(options: SendingsOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { log, tickets } = options;
		this.#changes = this.#lifetime.add(
			new Emitter((failure) => log.error('A listener for sent drafts failed', failure)),
		);
		this.#results = this.#lifetime.add(
			new CommentResults({
				outbox: tickets.outbox,
				now: this.#now,
				wasReturned: (key) => this.#wasReturned(key),
				didEnd: (entry, result) => this.#didEnd(entry, result),
			}),
		);
	}

	/** Fires with the key of a draft when sending it starts or ends. */
	get onDidChange(): Event<DraftKey> {
		return this.#changes.event;
	}

	of(key: DraftKey): SendState | null {
		if (this.beingSent(key)) return { kind: 'sending' };
		const known = this.#states.get(this.#nameOf(key));
		if (!known) return null;
		const { sending, at } = known;
		if (sending.kind === 'sent' && this.#now() - at > sentShownMs) return null;
		if (sending.kind === 'waiting' && !this.#results.isWaiting(key)) return null;
		// The refused draft has since been discarded, or sent from another window.
		if (sending.kind === 'refused' && !this.#options.tickets.drafts.get(key)) return null;
		return sending;
	}

	/** The comment that is being sent for the first time. The box still shows it, because it may be returned there. */
	beingSent(key: DraftKey): ShownDraft | undefined {
		return this.#results.beingSent(key);
	}

	/** The last draft that was sent. A draft from a page may still contain it. */
	lastSent(key: DraftKey): ShownDraft | undefined {
		return this.beingSent(key) ? undefined : this.#sent.get(this.#nameOf(key));
	}

	/** The last draft that was sent or is being sent. A draft that is being sent may be returned to the box. */
	lastSentOrBeingSent(key: DraftKey): ShownDraft | undefined {
		return this.#sent.get(this.#nameOf(key)) ?? this.beingSent(key);
	}

	/** Reads the last draft that was sent, also by an earlier window. A restored page may still show it. */
	readLastSent(key: DraftKey): Promise<void> {
		const name = this.#nameOf(key);
		const recalling = this.#lastSentReads.get(name) ?? this.#readLastSent(key, name);
		this.#lastSentReads.set(name, recalling);
		return recalling;
	}

	/** Forgets how the last send ended, for example because the user has written something new. */
	forget(key: DraftKey): void {
		if (this.of(key)?.kind !== 'sending') this.#states.delete(this.#nameOf(key));
	}

	/** Records whether a page is visible. A visible page shows the result of its send itself, so there is no notification. */
	setVisible(key: DraftKey, isVisible: boolean): void {
		if (isVisible === this.isVisible(key)) return;
		if (isVisible) this.#visible.set(this.#nameOf(key), key);
		else this.#visible.delete(this.#nameOf(key));
		this.#visibleChanges.fire();
	}

	/** The tickets, and the trackers of new tickets, whose pages are visible. */
	get visible(): readonly DraftKey[] {
		return [...this.#visible.values()];
	}

	get onDidChangeVisible(): Event<void> {
		return this.#visibleChanges.event;
	}

	isVisible(key: DraftKey): boolean {
		return this.#visible.has(this.#nameOf(key));
	}

	/** Creates what a draft describes, and then removes the draft. Fails if this or another window is already sending it. */
	async create(given: TicketDraft, work: CreationWork): Promise<SendResult> {
		const { tickets } = this.#options;
		return this.#sendOnce(given.key, async () => {
			await tickets.drafts.sendAlone(given, (record) =>
				createOnce(given, work, record, {
					now: this.#now,
					removeSent: (draft) => this.#removeSent(draft, record),
				}),
			);
			return 'sent';
		});
	}

	/**
	 * Moves a draft to the outbox, and resolves when it was sent or has to wait. Fails if the forge does not accept it, after it was
	 * returned to the draft; or if this or another window is already sending it. If the outbox cannot be written, sends it without.
	 */
	async comment(
		given: TicketDraft & { readonly key: TicketKey },
		pending: TicketOutboxChange,
	): Promise<SendResult> {
		const { tickets, log } = this.#options;
		const { key } = given;
		return this.#sendOnce(key, async () => {
			let result: Promise<SendResult> = Promise.resolve('sent');
			await tickets.drafts.sendAlone(given, async (record) => {
				// This window may not know yet that another one has sent it.
				if (await record.hasSent(given)) return this.#removeSent(given, record);
				try {
					const group = await tickets.outbox.add([{ key, change: { ...pending, draft: given.body } }], 0);
					result = this.#results.resultOf(group, key);
				} catch (error) {
					log.error('The outbox could not be written, so a comment is sent without it', error);
					const options = { isForced: false, signal: new AbortController().signal, confirm: ownLock.confirm };
					const sent = await tickets.sender.send(key, pending, options);
					if (sent.kind === 'conflict') throw errorOf(sent, pending.change);
				}
				await this.#removeSent(given, record);
			});
			return result;
		});
	}

	/**
	 * Moves labels for a ticket that was just created to the outbox, which keeps them until the forge has them or the user decides. If it
	 * cannot be written, they become a draft of the ticket.
	 */
	async label(
		{ key, account }: Pick<TicketDraft, 'account'> & { readonly key: TicketKey },
		names: readonly string[],
	): Promise<void> {
		const { tickets, log } = this.#options;
		if (names.length === 0) return;
		try {
			await tickets.outbox.add([{ key, change: { change: { addLabels: names } } }], 0);
		} catch (error) {
			log.error('The outbox could not be written, so the labels of a new ticket stay a draft', error);
			const save = tickets.drafts.save({ account, key, body: { ...emptyBody, addLabels: names } });
			await save.catch((failure: unknown) =>
				log.error('The labels of a new ticket could not be kept', failure),
			);
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#nameOf(key: DraftKey): string {
		return this.#options.tickets.drafts.nameOf(key);
	}

	async #sendOnce(key: DraftKey, send: () => Promise<SendResult>): Promise<SendResult> {
		if (this.of(key)?.kind === 'sending') {
			throw new ForgeError('busy', 'The previous version is still being sent. Wait until it has been sent.');
		}
		this.#put(key, { kind: 'sending' });
		try {
			const kind = await send();
			this.#put(key, { kind });
			return kind;
		} catch (error) {
			this.#put(key, { kind: 'refused', refusal: describeError(error) });
			throw error;
		}
	}

	/** Whether a window has returned to its draft what was put into the outbox: it then removes the record of it. */
	async #wasReturned(key: TicketKey): Promise<boolean> {
		const { drafts } = this.#options.tickets;
		await drafts.whenNotSending(key);
		return (await drafts.sendRecord(key).read()) === undefined;
	}

	/** A comment was sent or returned. `isAwaited`: `comment` reports it. */
	#didEnd(
		{ key }: { readonly key: DraftKey },
		{ error, isAwaited }: { readonly error?: unknown; readonly isAwaited: boolean },
	): void {
		if (error !== undefined) this.#sent.delete(this.#nameOf(key));
		if (isAwaited) return;
		this.#put(
			key,
			error === undefined ? { kind: 'sent' } : { kind: 'refused', refusal: describeError(error) },
		);
	}

	async #readLastSent(key: DraftKey, name: string): Promise<void> {
		const last = await this.#options.tickets.drafts.sendRecord(key).read();
		if (last?.isSent && !this.#sent.has(name)) this.#sent.set(name, toShownDraft(last.draft, null));
	}

	/** Removes what was sent from the draft, and remembers it: a page may still save it again. */
	async #removeSent(draft: TicketDraft, record: SendRecord): Promise<void> {
		const { tickets, log } = this.#options;
		const { key, body } = draft;
		this.#sent.set(this.#nameOf(key), toShownDraft(draft, null));
		try {
			await removeSentFromDraft(tickets.drafts, key, body);
		} catch (error) {
			// A disk error must neither block sending nor report a sent draft as unsent.
			log.error('A draft could not be kept as it is', error);
		}
		// Otherwise it would take the place of a later send that is not confirmed.
		if (!(await record.hasSent(draft))) await record.put({ draft, newest: 0, at: this.#now(), isSent: true });
	}

	#put(key: DraftKey, sending: SendState): void {
		this.#states.set(this.#nameOf(key), { sending, at: this.#now() });
		this.#changes.fire(key);
	}
}
