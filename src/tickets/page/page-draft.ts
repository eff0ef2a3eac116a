import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { idOfTicket, parseTicketId } from '../../platform/model/keys.ts';
import type { DraftSnapshot } from '../../platform/page/draft-rules.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import { type DraftKey, isSame, withEarlier } from '../model/ticket-draft.ts';
import { draftAccountOf, type TicketDraft } from '../state/changes/draft-format.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { SendResult } from './comment-results.ts';
import { formatClock, toShownDraft } from './draft-conversion.ts';
import type { TicketPageHost } from './host.ts';
import type { TicketRequests } from './protocol.ts';
import { bodyOf, emptyDraft, type ShownDraft, withoutSent } from './ticket-draft-rules.ts';

/** Sends the draft of a page; `version` is the version of the ticket that the page showed. */
type SendDraft = (draft: TicketDraft, version: string) => Promise<SendResult>;

interface PageDraftOptions {
	readonly key: DraftKey;
	readonly host: {
		readonly tickets: Pick<TicketPageHost['tickets'], 'drafts' | 'of'>;
		readonly sendings: TicketPageHost['sendings'];
	};
	/** The page needs a new snapshot, because its draft or what it shows of the draft is out of date. */
	readonly changed: () => void;
	readonly send: SendDraft;
}

type DraftRequests = 'draft' | 'send' | 'discard' | 'restoreDraft';

/** The draft of one page. Saves it as the user types, sends it, discards it and restores it. */
export class PageDraft implements Disposable {
	readonly handlers: Pick<Handlers<TicketRequests>, DraftRequests>;
	readonly #options: PageDraftOptions;
	readonly #lifetime = new Lifetime();
	/** The last draft that the page posted. */
	#lastPosted: ShownDraft | undefined;
	/** The last draft that the page posted, while the page still shows it. */
	#shownByPage: ShownDraft | undefined;
	/** When the stored draft was removed. */
	#removedAt: number | undefined;

	constructor(options: PageDraftOptions) {
		this.#options = options;
		const { key, host, changed } = options;
		const { sendings, tickets } = host;
		const isMine = (one: DraftKey) => idOfTicket(one) === idOfTicket(key);
		this.#lifetime.add(
			tickets.drafts.onDidWrite((one) => isMine(one) && this.#didWrite(tickets.drafts.get(key))),
		);
		this.#lifetime.add(sendings.onDidChange((one) => isMine(one) && changed()));
		background(
			sendings.readLastSent(key).then(() => sendings.lastSent(key) && !this.#lifetime.ended && changed()),
		);
		this.handlers = this.#makeHandlers();
	}

	get stored(): TicketDraft | undefined {
		return this.#options.host.tickets.drafts.get(this.#options.key);
	}

	/** The part of a snapshot that is about the draft. */
	shown(zone?: string): DraftSnapshot<ShownDraft> {
		const { stored } = this;
		const { key, host } = this.#options;
		const sent = host.sendings.lastSent(key) ?? null;
		const after = sent?.saved ?? null;
		const beingSent = host.sendings.beingSent(key);
		const removed = this.#removedAt === undefined ? null : { ...emptyDraft(this.#removedAt), after };
		return {
			draft: beingSent
				? { ...beingSent, ...(stored && withEarlier(stored.body, beingSent)) }
				: stored
					? toShownDraft(stored, after)
					: removed,
			saved: stored ? formatClock(stored.saved, zone) : '',
			lastReceived: this.#lastPosted?.saved ?? null,
			sending: host.sendings.of(key),
			sent,
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #account(): TicketAccount | undefined {
		return this.#options.host.tickets.of(this.#options.key.account);
	}

	/** Ignores the echo of the page's own save. */
	#didWrite(stored: TicketDraft | undefined): void {
		this.#removedAt = stored ? undefined : Date.now();
		const now = stored ? toShownDraft(stored, null) : emptyDraft(0);
		if (this.#shownByPage && isSame(now, this.#shownByPage)) return;
		this.#shownByPage = undefined;
		this.#options.changed();
	}

	/** Remembers a draft that the page posted, and adds its account and key. */
	#remember(draft: ShownDraft): TicketDraft {
		this.#lastPosted = draft;
		this.#shownByPage = draft;
		return this.#toStore(this.#options.key, draft);
	}

	#toStore(key: DraftKey, draft: ShownDraft): TicketDraft {
		const { tickets } = this.#options.host;
		const known = tickets.drafts.get(key)?.account;
		const account = draftAccountOf(key, tickets.of(key.account)?.session, known);
		return { account, key, body: bodyOf(draft), saved: draft.saved };
	}

	/** Removes the sent text from a draft: a page still saves that text until it learns how the send ends. */
	#withoutLastSent(key: DraftKey, draft: ShownDraft): ShownDraft {
		const sent = this.#options.host.sendings.lastSentOrBeingSent(key);
		return sent ? withoutSent(draft, sent) : draft;
	}

	#makeHandlers(): Pick<Handlers<TicketRequests>, DraftRequests> {
		const { key, host, send } = this.#options;
		const { sendings } = host;
		const { drafts } = host.tickets;
		return {
			draft: async ({ key: name, draft: written }) => {
				// The panel may show another ticket by now. Save the draft under the key that it was written for.
				const other = name === idOfTicket(key) ? undefined : parseTicketId(name);
				await sendings.readLastSent(other ?? key);
				const draft = this.#withoutLastSent(other ?? key, written);
				sendings.forget(other ?? key);
				const { saved } = await drafts.save(other ? this.#toStore(other, draft) : this.#remember(draft));
				return { saved: formatClock(saved) };
			},
			send: async ({ draft, version }) => {
				return { kind: await send(this.#remember(draft), version) };
			},
			discard: async () => {
				sendings.forget(key);
				await drafts.discard(key);
				return null;
			},
			restoreDraft: async () => {
				const restored = await drafts.restore(key);
				if (!restored) throw new ForgeError('missing', 'There is nothing left to restore.');
				return { draft: toShownDraft(restored, sendings.lastSent(key)?.saved ?? null) };
			},
		};
	}
}
