import { Lifetime } from '../base/lifetime.ts';
import { ForgeError } from '../forge/errors.ts';
import { moment } from '../forge/read.ts';
import type { Event, Ticket } from '../forge/shapes/trackers.ts';
import type { TicketAccount } from '../host/tickets.ts';
import { visible } from '../model/markdown/odd.ts';
import type { Render } from '../model/markdown/renderer.ts';
import { refOf, type TicketKey } from '../model/ticket.ts';
import { timeline } from '../model/timeline.ts';
import type { Handlers } from '../protocol/asks.ts';
import { changes } from '../protocol/choices.ts';
import type { Draft } from '../protocol/draft.ts';
import { type Snapshot, type TicketAsks, ticketAsks } from '../protocol/ticket.ts';
import type { TrackerShelf } from '../state/tracker-shelf.ts';
import { quoted, suggestions } from './completing.ts';
import { changeOf } from './drafts.ts';
import { openNamed } from './opening.ts';
import { PageDraft } from './page-draft.ts';
import type { PageWork } from './panel.ts';
import type { TicketSurroundings } from './surroundings.ts';
import { permissionsOf, ticketPage } from './ticket-page.ts';
import { differenceWords, minded, overtakenBy } from './ticket-sending.ts';
import type { Situation } from './ticket-view.ts';

/** A tab is no wider than so many letters. */
const longestTitle = 60;

/** The page of one ticket: what it shows, from the shelf at once and from the forge behind; and what it does. */
export function ticketWork(
	key: TicketKey,
	around: TicketSurroundings,
	changed: () => void,
	/** Whether the forge is asked for the ticket; one that is not there yet is not. */
	{ looks = true }: { readonly looks?: boolean } = {},
): PageWork<Snapshot, TicketAsks> {
	return new TicketWork(key, around, changed, looks);
}

class TicketWork implements PageWork<Snapshot, TicketAsks> {
	readonly table = ticketAsks;
	readonly handlers: Handlers<TicketAsks>;
	readonly #key: TicketKey;
	readonly #around: TicketSurroundings;
	readonly #changed: () => void;
	readonly #looks: boolean;
	readonly #draft: PageDraft;
	readonly #lifetime = new Lifetime();
	readonly #seenUpTo: string | undefined;
	#account: TicketAccount | undefined;
	#shelf: TrackerShelf | undefined;
	/** Ends what hangs on the account that is signed in now. */
	#session = new Lifetime();
	#render: Render;
	#trouble: { readonly error: ForgeError; readonly since: number } | undefined;
	#looked = false;
	/** Up to when the events were asked for. */
	#followed: string | undefined;
	#differs: string | undefined;
	/** The ticket as the page has shown it, by version: what somebody decides on is what they saw. */
	readonly #shown = new Map<string, Ticket>();

	constructor(key: TicketKey, around: TicketSurroundings, changed: () => void, looks: boolean) {
		this.#key = key;
		this.#looks = looks;
		this.#around = around;
		this.#changed = changed;
		const { tickets } = around;
		this.#seenUpTo = around.seen.get(refOf(key));
		this.#render = around.renderer(undefined, key);
		this.#lifetime.add({ dispose: () => this.#session.dispose() });
		this.#lifetime.add(tickets.onDidChange(() => this.#meet()));
		this.#lifetime.add(tickets.habits.onDidChange(changed));
		this.#lifetime.add(around.undo.onDidChange(changed));
		const send = (draft: Draft, version: string) => this.#send(draft, version);
		this.#draft = this.#lifetime.add(new PageDraft({ key, around, changed, send }));
		this.handlers = this.#makeHandlers();
		this.#meet();
	}

	title = (): string => {
		const title = this.#ticket?.title;
		if (title === undefined) return `#${this.#key.ticket}`;
		const words = visible(title);
		return `#${this.#key.ticket} ${words.length > longestTitle ? `${words.slice(0, longestTitle)}…` : words}`;
	};

	snapshot = (): Snapshot => {
		const { tickets, seen, place, keys, undo } = this.#around;
		const ticket = this.#ticket;
		if (ticket) {
			this.#shown.set(ticket.updated, ticket);
			const [oldest] = this.#shown.keys();
			if (this.#shown.size > 50 && oldest !== undefined) this.#shown.delete(oldest);
		}
		const events = this.#events;
		const last = events.at(-1)?.created;
		if (last !== undefined) seen.put(refOf(this.#key), last);
		const account = this.#account;
		const web = account?.instance.trackers?.replace(/\/+$/, '');
		const { owner, tracker } = this.#key;
		return ticketPage({
			key: this.#key,
			ticket,
			title: undefined,
			events,
			isReading: this.#isReading,
			labels: this.#shelf?.labels.value ?? [],
			permissions: permissionsOf(account?.trackers.own.value, this.#key),
			me: account?.session.account,
			web: web === undefined ? '' : `${web}/${owner}/${tracker}`,
			habit: tickets.habits.of(account?.instance.name ?? ''),
			situation: this.#situation(),
			draft: this.#draft.stored,
			written: this.#draft.shown(),
			seenUpTo: this.#seenUpTo,
			canUndo: undo.canUndo(this.#key),
			differs: this.#differs,
			place: place(this.#key),
			keys,
			render: this.#render,
			now: Date.now(),
		});
	};

	refresh = async (): Promise<void> => {
		if (this.#shelf) await this.#look(this.#shelf);
	};

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #ticket(): Ticket | undefined {
		return this.#shelf?.tickets.get(this.#key.ticket);
	}

	get #events(): readonly Event[] {
		return this.#shelf?.events(this.#key.ticket).value ?? [];
	}

	/** What happened was never read before, and is being asked for. */
	get #isReading(): boolean {
		const events = this.#shelf?.events(this.#key.ticket);
		return (
			this.#looks && events !== undefined && events.value === undefined && !this.#looked && !this.#trouble
		);
	}

	/** Hangs on to the account as it is now: signed in, by another connection, or gone. */
	#meet(): void {
		const account = this.#around.tickets.of(this.#key.account);
		if (account === this.#account && (this.#shelf || !account)) return;
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#account = account;
		this.#shelf = account?.trackers.tracker(this.#key.owner, this.#key.tracker, this.#session);
		this.#render = this.#around.renderer(account, this.#key);
		this.#trouble = undefined;
		const shelf = this.#shelf;
		if (shelf) {
			const { ticket } = this.#key;
			this.#session.add(
				shelf.onDidChange(({ tickets }) => {
					if (tickets === 'all' || tickets.size === 0 || tickets.has(ticket)) this.#changed();
					this.#follow(shelf);
				}),
			);
			this.#session.add(shelf.events(ticket).onDidChange(this.#changed));
			if (this.#looks) void this.#look(shelf);
		}
		this.#changed();
	}

	/** From the disk at once, then from the forge: the ticket and its events, side by side. */
	async #look(shelf: TrackerShelf): Promise<void> {
		try {
			await Promise.all([shelf.open(), shelf.events(this.#key.ticket).open()]);
			this.#changed();
			if (shelf.labels.value === undefined) void shelf.labels.refresh();
			await shelf.look(this.#key.ticket);
			const { trouble } = shelf.events(this.#key.ticket);
			this.#trouble = trouble && { error: trouble, since: Date.now() };
		} catch (error) {
			if (this.#lifetime.ended || shelf !== this.#shelf) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#trouble = { error, since: this.#trouble?.since ?? Date.now() };
		}
		this.#looked = true;
		this.#followed = this.#ticket?.updated;
		this.#changed();
	}

	/** A list shows that a ticket is another, and not what happened. */
	#follow(shelf: TrackerShelf): void {
		const updated = this.#ticket?.updated;
		if (!this.#looked || updated === undefined || updated === this.#followed) return;
		this.#followed = updated;
		const last = moment(this.#events.at(-1)?.created) ?? 0;
		if (last < (moment(updated) ?? 0)) void shelf.events(this.#key.ticket).refresh();
	}

	#situation(): Situation {
		const account = this.#account;
		if (!account) {
			const label = this.#draft.stored?.account.label;
			return { kind: 'signed-out', instance: /\((.*)\)$/.exec(label ?? '')?.[1] ?? 'the forge' };
		}
		if (!this.#trouble) return this.#looked || this.#ticket ? { kind: 'good' } : { kind: 'reading' };
		const { error, since } = this.#trouble;
		if (error.kind === 'missing') return { kind: 'missing' };
		if (error.kind === 'signed-out') return { kind: 'signed-out', instance: account.instance.name };
		if (error.kind === 'offline' || error.kind === 'timeout') {
			const host = URL.parse(account.instance.trackers ?? '')?.host ?? account.instance.name;
			return { kind: 'offline', host, since, asOf: this.#shelf?.asOf };
		}
		return { kind: 'failed', words: error.message };
	}

	#makeHandlers(): Handlers<TicketAsks> {
		const around = this.#around;
		const key = this.#key;
		return {
			ready: () => null,
			...this.#draft.handlers,
			preview: ({ text }) => ({ html: this.#render(text).html }),
			complete: ({ prefix, word }) => ({
				items: suggestions(prefix, word, key, this.#shelf?.tickets.values() ?? []),
			}),
			quote: ({ entry, selected }) => ({ text: quoted(selected || this.#textOf(entry)) }),
			open: ({ open }) => {
				openNamed(open, this.#account, around);
				return null;
			},
			copyRef: async () => {
				await around.copy(refOf(key));
				return { said: 'The reference was copied.' };
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
			act: ({ act }) => {
				const web = this.#web();
				if (act === 'sign-in') around.signIn(this.#account?.instance.name);
				else if (web !== undefined) around.openWeb(web);
				return null;
			},
			focus: ({ on }) => {
				around.focus(key, on);
				return null;
			},
		};
	}

	async #send(draft: Draft, version: string): Promise<void> {
		const { composer } = this.snapshot();
		if (!composer) throw new ForgeError('missing', 'The ticket is not there. What you have written is kept.');
		const wanted = changes(draft, composer);
		const change = changeOf(draft, wanted);
		const result = await this.#around
			.change(this.#key, change, this.#shown.get(version))
			.catch((error: unknown) => Promise.reject(minded(error, wanted)));
		if (result.kind === 'conflict') throw overtakenBy(result, wanted);
		this.#differs = result.differs && differenceWords(result.differs.got);
	}

	#textOf(entry: string): string {
		const ticket = this.#ticket;
		if (!ticket) return '';
		const entries = timeline(ticket, this.#events, { now: Date.now(), me: undefined });
		const found = entries.find((one) => one.id === entry);
		return found && 'text' in found ? found.text : '';
	}

	#web(): string | undefined {
		const base = this.#account?.instance.trackers?.replace(/\/+$/, '');
		const { owner, tracker, ticket } = this.#key;
		return base && `${base}/${owner}/${tracker}/${ticket}`;
	}
}
