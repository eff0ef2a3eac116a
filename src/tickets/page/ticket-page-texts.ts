import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { idOfTicket, parseTicketId } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import { formatClock } from '../../platform/model/words.ts';
import type { TextSnapshot } from '../../platform/page/page-text.ts';
import { PageTexts } from '../../platform/page/page-texts.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import { partId } from '../../platform/state/texts/text.ts';
import { type DraftBody, type DraftKey, isForSeveral, type TextKey } from '../model/ticket-draft.ts';
import { accountOfText, type TicketText, textAccountOf } from '../state/changes/text-format.ts';
import type { TextSender } from '../state/changes/text-sender.ts';
import type { TicketPageHost } from './host.ts';
import type { TicketRequests, WaitingText } from './protocol.ts';
import { shownWaitingText, type WaitingEntry, waitingTextState } from './waiting-texts.ts';

type Changes = Parameters<TextSender['send']>[1];

interface TicketPageTextsOptions {
	readonly key: DraftKey;
	readonly host: Pick<TicketPageHost, 'tickets' | 'actOnWaiting' | 'undoChange'>;
	/** The page needs a new snapshot, because what it shows of its texts is out of date. */
	readonly changed: () => void;
	/** What sending a text changes; `version` is the version of the ticket that the page showed. Fails if it cannot be sent. */
	readonly changesOf: (body: DraftBody, version: string) => Changes;
}

type TextHandlers = 'draft' | 'send' | 'discard' | 'restoreDraft' | 'actOnText';

/** What the user writes on the page of a ticket or of a new one, and what is on its way. */
export class TicketPageTexts implements Disposable {
	readonly handlers: Pick<Handlers<TicketRequests>, TextHandlers>;
	readonly #options: TicketPageTextsOptions;
	readonly #texts: PageTexts<TextKey, DraftBody, null>;

	constructor(options: TicketPageTextsOptions) {
		this.#options = options;
		const { key, host, changed } = options;
		const { tickets } = host;
		const id = idOfTicket(key);
		this.#texts = new PageTexts({
			texts: tickets.texts,
			isOfPage: (one) => !isForSeveral(one) && idOfTicket(one) === id,
			keyOf: (page) => (page === id ? key : (parseTicketId(page) ?? key)),
			accountOf: (one, before) => textAccountOf(one, tickets.of(accountOfText(one))?.session, before),
			pastState: ({ id: textId, state }) => {
				const entry = this.waiting.find((one) => one.textId === textId);
				if (entry) return waitingTextState(entry, timeOfDay());
				return state === 'editing' ? 'sending' : state;
			},
			changed,
		});
		this.handlers = this.#makeHandlers();
	}

	/** What the user writes now, without what is on its way. */
	get editing(): readonly TicketText[] {
		return this.#texts.editing;
	}

	/** The texts that are on their way to this ticket, or were refused. */
	get waiting(): readonly WaitingEntry[] {
		return this.#options.host.tickets.outbox
			.of(this.#options.key)
			.filter(({ textId }) => textId !== undefined);
	}

	shownWaiting(render: Render): readonly WaitingText[] {
		const { entries } = this.#options.host.tickets.outbox;
		const now = timeOfDay();
		return this.waiting.map((entry) => shownWaitingText(entry, entries, render, now));
	}

	/** The part of a snapshot that is about what the user writes. */
	shown(zone?: string): TextSnapshot<DraftBody> {
		const past = this.#texts.shownPast();
		const editing = this.editing.map(({ id, revision, writer, body, saved }) => ({
			id,
			revision,
			writer,
			body,
			saved: formatClock(saved, zone),
			at: null,
		}));
		return { editing, past };
	}

	didHide(): void {
		this.#texts.didHide();
	}

	dispose(): void {
		this.#texts.dispose();
	}

	#makeHandlers(): Pick<Handlers<TicketRequests>, TextHandlers> {
		const { key, host, changesOf } = this.#options;
		const { texts, textSender } = host.tickets;
		return {
			...this.#texts.handlers,
			send: async ({ text, version }) => {
				await textSender.send(this.#texts.written(key, text), changesOf(text.body, version));
				return null;
			},
			actOnText: async ({ entry: id, act }) => {
				const entry = this.waiting.find((one) => one.id === id);
				if (!entry) return { id: null };
				if (act === 'undo') {
					background(tryAsync(() => host.undoChange(entry.steps.at(-1)?.group ?? null)));
					return { id: null };
				}
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
	async #edit({ id, textId = '' }: WaitingEntry): Promise<string> {
		const { outbox, texts } = this.#options.host.tickets;
		if ((await outbox.discard(id)).length === 0)
			throw new ForgeError('busy', 'This is being sent right now, or was sent.');
		return texts.get(textId)?.state === 'editing' ? textId : partId(textId, id);
	}
}
