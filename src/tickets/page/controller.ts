import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { refOf, spellKey, type TicketKey, ticketAddress, trackerAddress } from '../../platform/model/keys.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { PageWork } from '../../platform/page/panel.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import type { Sending } from '../../platform/state/send-record.ts';
import type { DraftBody, DraftKey } from '../model/ticket-draft.ts';
import { timeline } from '../model/timeline.ts';
import { hasComment } from '../state/has-comment.ts';
import { changes } from './choices.ts';
import type { ShownDraft } from './draft.ts';
import type { TicketPageHost } from './host.ts';
import { TicketReading } from './loader.ts';
import { openNamed } from './open-link.ts';
import { type Owner, signedOutWords, whose } from './owner.ts';
import { type DraftWork, PageDraft } from './page-draft.ts';
import { type Snapshot, type TicketAsks, ticketAsks } from './protocol.ts';
import { differenceWords, minded, overtakenBy } from './send-errors.ts';
import { ticketPage } from './snapshot.ts';
import { changeOf } from './stored-draft.ts';
import { quoted, suggestions } from './suggestions.ts';

/** The maximum length of a title in a tab. */
const longestTitle = 60;
/** How many versions of a ticket are kept that the page has shown. */
const mostVersions = 50;

/** The page of one ticket: what it shows and what it does. */
export function ticketWork(
	key: TicketKey,
	around: TicketPageHost,
	changed: () => void,
	/** Whether to read the ticket from the forge. False for a ticket that does not exist yet. */
	{ looks = true }: { readonly looks?: boolean } = {},
): PageWork<Snapshot, TicketAsks> {
	return new TicketWork(key, around, changed, looks);
}

class TicketWork implements PageWork<Snapshot, TicketAsks> {
	readonly table = ticketAsks;
	readonly key: string;
	readonly handlers: Handlers<TicketAsks>;
	readonly #key: TicketKey;
	readonly #around: TicketPageHost;
	readonly #owner: () => Owner | undefined;
	readonly #draft: PageDraft;
	readonly #reading: TicketReading;
	readonly #lifetime = new Lifetime();
	readonly #seenUpTo: string | undefined;
	#differs: string | undefined;
	/** The ticket as the page has shown it, by version. A change is based on the version that the user saw. */
	readonly #shown = new Map<string, Ticket>();

	constructor(key: TicketKey, around: TicketPageHost, changed: () => void, looks: boolean) {
		this.#key = key;
		this.key = spellKey(key);
		this.#around = around;
		const { tickets, sendings } = around;
		const owner = whose(key.account, tickets);
		this.#owner = owner;
		this.#seenUpTo = around.seen.get(key);
		this.#lifetime.add(tickets.quirks.onDidChange(changed));
		this.#lifetime.add(around.undo.onDidChange(changed));
		const work: DraftWork = {
			send: (draft, version) => this.#send(draft, version),
			hasArrived: (sending) => this.#hasArrived(sending),
			newest: () => Math.max(0, ...this.#reading.events.map(({ id }) => id)),
		};
		this.#draft = this.#lifetime.add(new PageDraft({ key, around, changed, work }));
		this.#reading = this.#lifetime.add(new TicketReading({ key, tickets, changed, looks, owner }));
		this.handlers = this.#makeHandlers();
		this.#lifetime.add(sendings.onDidChange((one) => spellKey(one) === spellKey(key) && this.#lookFor()));
	}

	title = (): string => {
		const title = this.#reading.ticket?.title;
		if (title === undefined) return `#${this.#key.ticket}`;
		const words = visible(title);
		return `#${this.#key.ticket} ${words.length > longestTitle ? `${words.slice(0, longestTitle)}…` : words}`;
	};

	snapshot = (): Snapshot => {
		const { tickets, place, undo } = this.#around;
		const { account, ticket, events, trackerCache, isReading } = this.#reading;
		const base = account?.instance.trackers;
		return ticketPage({
			key: this.#key,
			ticket,
			title: undefined,
			events,
			isReading,
			labels: trackerCache?.labels.value ?? [],
			permissions: account?.trackers.permissions.of(this.#key),
			me: this.#owner()?.account,
			web: base === undefined ? '' : trackerAddress(base, this.#key),
			quirks: tickets.quirks.of(account?.instance.name ?? ''),
			situation: this.#reading.situation(),
			draft: this.#draft.stored,
			written: this.#draft.shown(),
			seenUpTo: this.#seenUpTo,
			canUndo: undo.canUndo(this.#key),
			differs: this.#differs,
			place: place(this.#key),
			render: this.#render,
			now: Date.now(),
		});
	};

	drawn = (): void => {
		const { ticket, events } = this.#reading;
		if (ticket) {
			this.#shown.set(ticket.updated, ticket);
			const [oldest] = this.#shown.keys();
			if (this.#shown.size > mostVersions && oldest !== undefined) this.#shown.delete(oldest);
		}
		const last = events.at(-1)?.created;
		if (last !== undefined) this.#around.seen.put(this.#key, last);
		this.#reading.drawn();
	};

	refresh = (): Promise<void> => this.#reading.refresh();

	hidden = (): void => {
		this.#around.tickets.drafts.hurry();
		this.#reading.hidden();
	};

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #render(): Render {
		return this.#around.renderer(this.#reading.account, this.#key);
	}

	/** If the outcome of a send is unknown, reads the ticket again so that the page shows it. */
	#lookFor(): void {
		const sending = this.#around.sendings.of(this.#key);
		if (sending?.kind === 'refused' && sending.refusal.isUnsure) this.#reading.outdate();
	}

	#makeHandlers(): Handlers<TicketAsks> {
		const around = this.#around;
		const key = this.#key;
		return {
			ready: () => {
				this.#reading.shown();
				return null;
			},
			focused: () => {
				around.focused();
				return null;
			},
			...this.#draft.handlers,
			preview: ({ text }) => ({ html: this.#render(text).html }),
			complete: ({ prefix, word }) => ({
				items: suggestions(prefix, word, key, this.#reading.trackerCache?.tickets.values() ?? []),
			}),
			quote: ({ entry, selected }) => ({ text: quoted(selected || this.#textOf(entry)) }),
			open: ({ open }) => {
				openNamed(open, this.#reading.account, around);
				return null;
			},
			copyRef: async () => {
				await around.copy(refOf(key));
				return { said: 'Reference copied.' };
			},
			showImage: async ({ src }) => ({ data: await around.image(src) }),
			retry: async () => {
				await this.refresh();
				return null;
			},
			pick: async ({ what }) => {
				await around.pick(what, key);
				return null;
			},
			pickLabels: async ({ labels }) => ({ labels: await around.pickLabels(key, labels) }),
			triage: async ({ move }) => {
				await around.triage(move, key);
				return null;
			},
			go: async ({ step }) => ({ isElsewhere: await around.triage(step, key) }),
			undo: async () => {
				await around.triage('undo', key);
				return null;
			},
			act: ({ act }) => {
				const web = this.#web();
				if (act === 'sign-in') around.signIn(this.#owner()?.instance);
				else if (web !== undefined) around.openWeb(web);
				return null;
			},
		};
	}

	async #hasArrived({ draft, newest }: Sending<DraftKey, DraftBody>): Promise<boolean> {
		const { account, trackerCache } = this.#reading;
		if (!account || !trackerCache) throw this.#signedOut();
		const { text, base } = draft.body;
		return hasComment(trackerCache, this.#key.ticket, { text, base, newest, me: account.session.account });
	}

	#signedOut(): ForgeError {
		return new ForgeError('signed-out', `${signedOutWords(this.#owner())} Sign in to send this.`);
	}

	async #send(draft: ShownDraft, version: string): Promise<void> {
		if (!this.#reading.account) throw this.#signedOut();
		const { composer } = this.snapshot();
		if (!composer) throw new ForgeError('missing', 'The ticket was not found. Your draft is kept.');
		const wanted = changes(draft, composer);
		const change = changeOf(draft, wanted);
		const result = await this.#around
			.change(this.#key, change, this.#shown.get(version))
			.catch((error: unknown) => Promise.reject(minded(error, wanted)));
		if (result.kind === 'conflict') throw overtakenBy(result, wanted);
		this.#differs = result.differs && differenceWords(result.differs.got);
	}

	#textOf(entry: string): string {
		const { ticket, events } = this.#reading;
		if (!ticket) return '';
		const entries = timeline(ticket, events, { now: Date.now(), me: undefined });
		const found = entries.find((one) => one.id === entry);
		return found && 'text' in found ? found.text : '';
	}

	#web(): string | undefined {
		const base = this.#reading.account?.instance.trackers;
		return base === undefined ? undefined : ticketAddress(base, this.#key);
	}
}
