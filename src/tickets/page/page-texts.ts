import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { idOfTicket, parseTicketId } from '../../platform/model/keys.ts';
import { formatClock } from '../../platform/model/words.ts';
import type { PastText, TextSnapshot } from '../../platform/page/page-text.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import { splitTextId } from '../../platform/state/texts/queued-texts.ts';
import type { DraftBody, DraftKey } from '../model/ticket-draft.ts';
import { type TicketText, textAccountOf } from '../state/changes/text-format.ts';
import type { TextSender, WrittenTicketText } from '../state/changes/text-sender.ts';
import type { TicketEntry } from '../state/changes/ticket-outbox-format.ts';
import type { TicketPageHost } from './host.ts';
import { outgoingState } from './outgoing.ts';
import type { TicketRequests } from './protocol.ts';
import type { TicketPageText } from './ticket-text-rules.ts';

type Changes = Parameters<TextSender['send']>[1];

interface PageTextsOptions {
	readonly key: DraftKey;
	readonly host: Pick<TicketPageHost, 'tickets' | 'actOnWaiting'>;
	/** The page needs a new snapshot, because what it shows of its texts is out of date. */
	readonly changed: () => void;
	/** What sending a text changes; `version` is the version of the ticket that the page showed. Fails if it cannot be sent. */
	readonly changesOf: (body: DraftBody, version: string) => Changes;
}

type TextRequests = 'draft' | 'send' | 'discard' | 'restoreDraft' | 'actOnText';

/** What the user writes on one page. Keeps it as they type, and sends, discards and restores it. */
export class PageTexts implements Disposable {
	readonly handlers: Pick<Handlers<TicketRequests>, TextRequests>;
	readonly #options: PageTextsOptions;
	readonly #lifetime = new Lifetime();
	/** The page that has posted last. */
	#writer = '';
	/** What the page knows of its texts. */
	#known = '';

	constructor(options: PageTextsOptions) {
		this.#options = options;
		const { key, host } = options;
		const { texts } = host.tickets;
		const id = idOfTicket(key);
		const isMine = (one: Parameters<typeof texts.of>[0]) => !('tickets' in one) && idOfTicket(one) === id;
		this.#lifetime.add(texts.onDidWrite((one) => isMine(one) && this.#didWrite()));
		this.handlers = this.#makeHandlers();
	}

	/** What the user writes now, without what is on its way. */
	get editing(): readonly TicketText[] {
		return this.#texts.of(this.#options.key).filter(({ state }) => state === 'editing');
	}

	/** The texts that are on their way to this ticket, or were refused. */
	get outgoing(): readonly TicketEntry[] {
		return this.#options.host.tickets.outbox
			.of(this.#options.key)
			.filter(({ textId }) => textId !== undefined);
	}

	/** The part of a snapshot that is about what the user writes. */
	shown(zone?: string): TextSnapshot<DraftBody> {
		this.#known = this.#identity();
		const editing = this.editing.map(({ id, revision, writer, body, saved }) => ({
			id,
			revision,
			writer,
			body,
			saved: formatClock(saved, zone),
		}));
		return { editing, past: this.#past() };
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #texts() {
		return this.#options.host.tickets.texts;
	}

	#past(): readonly PastText[] {
		const { outgoing } = this;
		return this.#texts.of(this.#options.key).flatMap(({ id, revision, writer, state }) => {
			if (state === 'editing') return [];
			const entry = outgoing.find(({ textId }) => textId === id);
			const shown = entry ? outgoingState(entry, timeOfDay()) : state === 'queued' ? 'sending' : state;
			return [{ id, revision, writer, state: shown }];
		});
	}

	/** The page knows its own versions. */
	#identity(): string {
		const editing = this.editing.map(({ id, revision, writer }) =>
			writer === this.#writer ? [id] : [id, revision, writer],
		);
		return JSON.stringify([editing, this.#past()]);
	}

	#didWrite(): void {
		if (this.#identity() !== this.#known) this.#options.changed();
	}

	#written(key: DraftKey, { id, ...text }: TicketPageText): WrittenTicketText {
		const { tickets } = this.#options.host;
		const account = textAccountOf(key, tickets.of(key.account)?.session, tickets.texts.get(id)?.account);
		return { ...text, id, key, account };
	}

	#makeHandlers(): Pick<Handlers<TicketRequests>, TextRequests> {
		const { key, host, changesOf } = this.#options;
		const { texts, textSender } = host.tickets;
		return {
			draft: async ({ key: name, text }) => {
				// The panel may show another ticket by now. Keep the text under the key that it was written for.
				const other = name === idOfTicket(key) ? undefined : parseTicketId(name);
				if (!other && text.writer !== this.#writer) {
					this.#writer = text.writer;
					this.#known = this.#identity();
				}
				const { id, saved } = await texts.write(this.#written(other ?? key, text));
				return { id, saved: formatClock(saved) };
			},
			send: async ({ text, version }) => {
				await textSender.send(this.#written(key, text), changesOf(text.body, version));
				return null;
			},
			discard: async ({ id }) => {
				await texts.discard(id);
				return null;
			},
			restoreDraft: async ({ id }) => {
				if (!(await texts.restore(id))) throw new ForgeError('missing', 'There is nothing left to restore.');
				return null;
			},
			actOnText: async ({ entry: id, act }) => {
				const entry = this.outgoing.find((one) => one.id === id);
				if (!entry) return { id: null };
				if (act === 'grant' || act === 'send-now') {
					background(tryAsync(() => host.actOnWaiting(act, id)));
					return { id: null };
				}
				const edited = await this.#edit(entry);
				if (act === 'discard') await texts.discard(edited);
				return { id: edited };
			},
		};
	}

	/** Resolves with the id of the text that can be edited again. */
	async #edit({ id, textId = '' }: TicketEntry): Promise<string> {
		const { outbox } = this.#options.host.tickets;
		if ((await outbox.discard(id)).length === 0)
			throw new ForgeError('busy', 'This is being sent right now, or was sent.');
		return this.#texts.get(textId)?.state === 'editing' ? textId : splitTextId(textId, id);
	}
}
