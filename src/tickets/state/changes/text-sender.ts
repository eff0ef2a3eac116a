import { type HeldLock, ownLock } from '../../../base/files/held-lock.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { idOfTicket, type TicketKey } from '../../../platform/model/keys.ts';
import type { Sender } from '../../../platform/state/outbox/sender.ts';
import { isSameVersion, newTextId, partId, type WrittenText } from '../../../platform/state/texts/text.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { type DraftBody, type DraftKey, emptyBody, type TextKey } from '../../model/ticket-draft.ts';
import {
	accountOfText,
	type TicketText,
	type TicketTexts,
	textAccountOf,
	textKeyOf,
	unsentOf,
} from './text-format.ts';
import {
	baseOf,
	type DirectChange,
	type TicketEntry,
	type TicketOutbox,
	type TicketOutboxChange,
} from './ticket-outbox-format.ts';

/** Each ticket as the user saw it; undefined for one that was not known. */
export type Bases = (key: TicketKey) => Ticket | undefined;

/** What the user has written for tickets. */
export type WrittenTicketText = WrittenText<TextKey, DraftBody>;

/** What a text changes of one ticket, or the ticket that it creates. */
interface TextChange {
	readonly key: DraftKey;
	readonly change: TicketOutboxChange;
}

interface TextSenderOptions {
	readonly texts: TicketTexts;
	readonly outbox: TicketOutbox;
	readonly sender: Sender<DraftKey, TicketOutboxChange>;
	readonly sessionOf: (account: string) => Session | undefined;
	/** How long a text can be undone before it is sent. */
	readonly undoDelayMs: () => number;
	readonly log: Log;
}

/** Sends what the user has written for tickets, after the time in which it can be undone. */
export class TextSender {
	readonly #options: TextSenderOptions;
	/** By the id of a text that was sent without the outbox: the items that it has reached, with what was sent to them. */
	readonly #reached = new Map<string, Map<string, string>>();

	constructor(options: TextSenderOptions) {
		this.#options = options;
	}

	/**
	 * Sends a comment on tickets, in one request with `direct`. `bases` are the
	 * tickets as the user saw them when they decided. A string is a text that the user has not written by themselves, such as a template.
	 */
	async comment(
		keys: readonly TicketKey[],
		comment: string | WrittenTicketText,
		bases: Bases,
		direct: DirectChange | ((key: TicketKey) => DirectChange) = {},
	): Promise<void> {
		const key = textKeyOf(keys);
		const written =
			typeof comment === 'string' ? this.newText(key, { ...emptyBody, text: comment }) : comment;
		const changes = keys.map((one) => {
			const change = typeof direct === 'function' ? direct(one) : direct;
			const seen = bases(one);
			const withComment = { ...change, comment: written.body.text.trimEnd() };
			return { key: one, change: { change: withComment, ...(seen && { base: baseOf(seen) }) } };
		});
		await this.send(written, changes);
	}

	/** The next version of a text, or a new one. */
	newText(key: TextKey, body: DraftBody, before?: WrittenTicketText | TicketText): WrittenTicketText {
		const { texts, sessionOf } = this.#options;
		const session = sessionOf(accountOfText(key));
		return {
			id: before?.id ?? newTextId(),
			account: textAccountOf(key, session, before?.account),
			key,
			body,
			base: before ? { revision: before.revision, writer: before.writer } : null,
			revision: (before?.revision ?? 0) + 1,
			writer: texts.writer,
		};
	}

	/**
	 * Sends what the user has written: from now on it is on its way, and can be undone until it is being sent. Does nothing if it is on its way already. If the
	 * disk fails, sends it without the outbox, unless the outbox has it all the same.
	 */
	async send(written: WrittenTicketText, changes: readonly TextChange[]): Promise<void> {
		const { texts, outbox, log } = this.#options;
		const { id } = written;
		const reached = this.#reached.get(id);
		const remaining = changes.filter(
			({ key, change }) => reached?.get(idOfTicket(key)) !== contentOf(change),
		);
		const writing = texts.write(written);
		texts.writeNow();
		let queuedId = id;
		try {
			const text = await writing;
			queuedId = text.id;
			// If the draft was sent or discarded meanwhile, what was written is a new text. After a discard, the user may send that.
			const wasSentElsewhere = text.id !== id && texts.get(id)?.state !== 'discarded';
			if (text.state === 'editing' && wasSentElsewhere)
				throw new ForgeError('refused', 'Another window has sent this draft. What you have added is kept.');
			if (text.state === 'editing') await this.#queue(text, remaining);
		} catch (error) {
			if (error instanceof ForgeError) throw error;
			await outbox.readNow();
			if (outbox.entries.some(({ textId }) => textId === queuedId)) {
				log.error('The outbox could not be written, but a text is on its way', error);
				await this.markWaiting();
				return;
			}
			log.error('The outbox could not be written, so a text is sent without it', error);
			await this.#sendDirectly(id, remaining);
			await texts.markSent(queuedId);
		}
		this.#reached.delete(id);
	}

	async #queue({ id, revision, writer }: TicketText, changes: readonly TextChange[]): Promise<void> {
		const { texts, outbox, undoDelayMs } = this.#options;
		const textVersion = { revision, writer };
		const editQueue = async (queue: readonly TicketEntry[]) => {
			// A window that hung runs this again, and may find the entry that it has added itself.
			const queued = queue.find(({ textId }) => textId === id)?.textVersion;
			if (!queued) await texts.checkToSend(id);
			else if (!isSameVersion(queued, textVersion))
				throw new ForgeError('refused', 'Another window has sent this draft.');
			return queue;
		};
		await outbox.add(changes, undoDelayMs(), { textId: id, textVersion, editQueue });
		await texts.markSent(id, textVersion);
	}

	/** Marks drafts that are in the outbox as sent: the window that added them was killed before it could do that, or the disk failed. */
	async markWaiting(): Promise<void> {
		const { texts, outbox } = this.#options;
		for (const { textId, textVersion } of outbox.entries) {
			const text = textId === undefined ? undefined : texts.get(textId);
			if (text?.state === 'editing' && textVersion && isSameVersion(text, textVersion))
				await texts.markSent(text.id, textVersion);
		}
	}

	/** Sends a text without the outbox. If an item refuses it, remembers which ones it has reached. */
	async #sendDirectly(id: string, changes: readonly TextChange[]): Promise<void> {
		const { sender } = this.#options;
		const reached = this.#reached.get(id) ?? new Map<string, string>();
		this.#reached.set(id, reached);
		for (const { key, change } of changes) {
			const { signal } = new AbortController();
			const options = { waitedMs: 0, signal, confirm: ownLock.confirm };
			const sent = await sender.send(key, change, options);
			if (sent.kind === 'conflict')
				throw new ForgeError('refused', `This was changed in the meantime. It is now: ${sent.theirs}.`);
			reached.set(idOfTicket(key), contentOf(change));
		}
	}

	/** Turns discarded entries into drafts again: into the whole text or, while the outbox has others of it, into a new draft of their part. */
	async editAgain(
		entries: readonly TicketEntry[],
		left: readonly TicketEntry[],
		confirm: HeldLock['confirm'],
	): Promise<void> {
		const { texts, sessionOf } = this.#options;
		for (const [textId, ofText] of Map.groupBy(entries, (entry) => entry.textId)) {
			const before = textId === undefined ? undefined : texts.get(textId);
			const [first] = ofText;
			// The text may have a later version by now, whose words these entries do not send.
			const isUnchanged = before && first?.textVersion && isSameVersion(before, first.textVersion);
			const unsent = unsentOf(ofText, isUnchanged ? before.body : undefined);
			if (textId === undefined || !first || !unsent) continue;
			const isWhole = !left.some((entry) => entry.textId === textId);
			const id = isWhole ? textId : partId(textId, first.id);
			const account = before?.account ?? textAccountOf(unsent.key, sessionOf(accountOfText(unsent.key)));
			await texts.editAgain({ ...unsent, id, account }, isWhole, confirm);
		}
	}

	/** Adds labels to a ticket that was just created. If the outbox cannot be written, they become a draft. */
	async label(key: TicketKey, labels: readonly string[]): Promise<void> {
		const { texts, outbox, log } = this.#options;
		try {
			await outbox.add([{ key, change: { change: { addLabels: labels } } }], 0);
		} catch (error) {
			log.error('The outbox could not be written, so the labels of a new ticket stay a draft', error);
			await texts
				.write(this.newText(key, { ...emptyBody, addLabels: labels }))
				.catch((failure: unknown) => log.error('The labels of a new ticket could not be kept', failure));
		}
	}
}

/** What is sent, whatever the user saw of the ticket. */
const contentOf = (change: TicketOutboxChange): string => JSON.stringify({ ...change, base: undefined });
