import { Lifetime } from '../base/lifetime.ts';
import { ForgeError } from '../forge/errors.ts';
import { moment } from '../forge/read.ts';
import type { Event, Ticket } from '../forge/shapes/trackers.ts';
import type { TicketAccount, Tickets } from '../host/tickets.ts';
import type { Render } from '../model/markdown/renderer.ts';
import { findTickets } from '../model/query/find.ts';
import { knownFrom } from '../model/query/known.ts';
import { opened, type Target } from '../model/references.ts';
import { refOf, type TicketKey } from '../model/ticket.ts';
import { timeline } from '../model/timeline.ts';
import { statusName, wireWord } from '../model/words.ts';
import type { Handlers, Refusal } from '../protocol/asks.ts';
import { changes } from '../protocol/choices.ts';
import { type Snapshot, type TicketAsks, ticketAsks } from '../protocol/ticket.ts';
import type { Change } from '../state/change.ts';
import type { Changed, Conflict } from '../state/change-ticket.ts';
import type { TrackerShelf } from '../state/tracker-shelf.ts';
import { changeOf, clock, draftShown, draftStored } from './drafts.ts';
import type { PageWork } from './panel.ts';
import { ticketPage } from './ticket-page.ts';
import type { Situation } from './ticket-view.ts';

/** What of the editor, and of what else is open, the page of a ticket uses. */
export interface TicketSurroundings {
	readonly tickets: Tickets;
	readonly renderer: (account: TicketAccount | undefined, key: TicketKey) => Render;
	readonly change: (key: TicketKey, change: Change, base: Ticket | undefined) => Promise<Changed | Conflict>;
	/** By the editor's own pickers, and at once. */
	readonly pick: (what: 'status' | 'labels', key: TicketKey) => unknown;
	readonly pickLabels: (key: TicketKey, labels: readonly string[]) => Promise<readonly string[] | null>;
	readonly triage: (
		move: 'confirm' | 'start' | 'resolve' | 'reopen' | 'next' | 'previous' | 'undo',
		key: TicketKey,
	) => unknown;
	readonly open: (key: TicketKey) => unknown;
	readonly openWeb: (address: string) => unknown;
	readonly copy: (text: string) => PromiseLike<unknown>;
	readonly signIn: (instance: string | undefined) => unknown;
	/** A picture of the web as a `data:` address. */
	readonly image: (address: string) => Promise<string>;
	/** Where the ticket stands in the list that it was opened from. */
	readonly place: (key: TicketKey) => Snapshot['place'];
	readonly seen: { get(ref: string): string | undefined; put(ref: string, at: string): void };
	/** The page has the focus and none of its fields does: a letter is no text's. */
	readonly free: (key: TicketKey, isFree: boolean) => unknown;
	/** Keys of the editor that work on the page, for its list of keys. */
	readonly keys: Snapshot['keys'];
}

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
		this.#lifetime.add(
			tickets.drafts.onDidChange((one) => {
				if ('ticket' in one && refOf(one) === refOf(key) && one.account === key.account) changed();
			}),
		);
		this.handlers = this.#makeHandlers();
		this.#meet();
	}

	title = (): string => {
		const title = this.#ticket?.title;
		return `#${this.#key.ticket}${title === undefined ? '' : ` ${title.slice(0, 60)}`}`;
	};

	snapshot = (): Snapshot => {
		const { tickets, seen, place, keys } = this.#around;
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
			labels: this.#shelf?.labels.value ?? [],
			permissions: account?.trackers.own.value?.find(({ name }) => name === tracker)?.default_permissions,
			me: account?.session.account,
			web: web === undefined ? '' : `${web}/${owner}/${tracker}`,
			habit: tickets.habits.of(account?.instance.name ?? ''),
			situation: this.#situation(),
			draft: tickets.drafts.get(this.#key),
			waiting: [],
			seenUpTo: this.#seenUpTo,
			undo: undefined,
			differs: this.#differs,
			place: place(this.#key),
			keys,
			render: this.#render,
			now: Date.now(),
		});
	};

	worded = (error: unknown): Refusal => {
		if (!(error instanceof ForgeError)) throw error;
		const way = error.kind === 'signed-out' || error.scopes.length > 0 ? 'sign-in' : undefined;
		const retries = error.kind === 'offline' || error.kind === 'busy' || error.kind === 'timeout';
		return { problem: error.message, ...(way ? { way } : retries ? { way: 'again' as const } : {}) };
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
			const label = this.#around.tickets.drafts.get(this.#key)?.account.label;
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
		const { drafts } = around.tickets;
		const key = this.#key;
		return {
			ready: () => null,
			draft: async ({ draft }) => {
				const saved = await drafts.save(draftStored(draft, this.#whose()));
				return { saved: clock(saved.saved) };
			},
			send: async ({ draft, version }) => {
				await this.#sendDraft(draft, version);
				return null;
			},
			discard: async () => {
				await drafts.discard(key);
				return null;
			},
			restoreDraft: async () => {
				const restored = await drafts.restore(key);
				if (!restored) throw new ForgeError('missing', 'There is nothing left that could be brought back.');
				return { draft: draftShown(restored) };
			},
			preview: ({ text }) => ({ html: this.#render(text).html }),
			complete: ({ prefix, word }) => ({
				items: prefix === '#' ? this.#ticketsLike(word) : this.#peopleLike(word),
			}),
			quote: ({ entry, selected }) => ({ text: quoted(selected || this.#textOf(entry)) }),
			open: ({ open }) => {
				this.#open(open);
				return null;
			},
			copyLink: async ({ what }) => {
				const web = this.#web();
				await around.copy(what === 'link' && web !== undefined ? web : refOf(key));
				return { said: what === 'link' ? 'The link was copied.' : 'The reference was copied.' };
			},
			showImage: async ({ src }) => ({ data: await around.image(src) }),
			retry: async () => {
				if (this.#shelf) await this.#look(this.#shelf);
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
			takeBack: () => {
				throw new ForgeError('missing', 'Nothing waits to be sent.');
			},
			keys: ({ free }) => {
				around.free(key, free);
				return null;
			},
		};
	}

	async #sendDraft(
		draft: Parameters<Handlers<TicketAsks>['send']>[0]['draft'],
		version: string,
	): Promise<void> {
		const { drafts } = this.#around.tickets;
		const { composer } = this.snapshot();
		if (!composer) throw new ForgeError('missing', 'The ticket is not there. What you have written is kept.');
		await drafts.save(draftStored(draft, this.#whose()));
		const change = changeOf(draft, changes(draft, composer));
		const result = await this.#around.change(this.#key, change, this.#shown.get(version));
		if (result.kind === 'conflict') {
			const now = `${statusName(result.ticket.status)}${result.ticket.status === 'resolved' ? ` as ${wireWord(result.ticket.resolution)}` : ''}`;
			throw new ForgeError(
				'refused',
				`Nothing was sent: somebody else has changed the ticket while you were writing. It is ${now.toLowerCase()} now. Look at what changed, and press the button again if you still want it.`,
			);
		}
		const { differs } = result;
		this.#differs =
			differs &&
			`The forge made ${statusName(differs.got.status).toLowerCase()} of it. It may know only resolving and reopening.`;
		await drafts.remove(this.#key);
		this.#changed();
	}

	#whose() {
		const { tickets } = this.#around;
		const known = tickets.drafts.get(this.#key)?.account;
		const session = this.#account?.session;
		const label = session ? `${session.account} (${session.instance})` : (known?.label ?? '');
		return { account: { id: this.#key.account, label }, key: this.#key };
	}

	#ticketsLike(word: string) {
		const { owner, tracker } = this.#key;
		const known = [...(this.#shelf?.tickets.values() ?? [])].map((ticket) => ({
			key: { ...this.#key, ticket: ticket.id },
			ticket,
		}));
		return findTickets(word, known, 20).map(({ found }) => ({
			insert: `#${found.key.ticket}`,
			words: `#${found.key.ticket} ${found.ticket.title}`,
			detail: `${owner}/${tracker}, ${statusName(found.ticket.status).toLowerCase()}`,
		}));
	}

	#peopleLike(word: string) {
		const { people } = knownFrom(this.#shelf?.tickets.values() ?? []);
		const wanted = word.toLowerCase();
		return people
			.filter((name) => name.startsWith('~') && name.slice(1).toLowerCase().startsWith(wanted))
			.slice(0, 20)
			.map((name) => ({ insert: name, words: name, detail: '' }));
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

	#open(word: string): void {
		const { tickets, open, openWeb } = this.#around;
		const instances = tickets.accounts.map(({ instance }) => instance);
		const found = opened(word, instances);
		if (!found) return;
		if ('web' in found) return void openWeb(found.web);
		const instance = found.place ?? this.#account?.instance;
		const { target } = found;
		if (target.kind === 'ticket') {
			const own = this.#account?.instance === instance ? this.#account : undefined;
			const account = own ?? tickets.accounts.find((one) => one.instance === instance);
			if (account) {
				const { owner, tracker, ticket } = target;
				return void open({ account: account.session.id, owner, tracker, ticket });
			}
		}
		const web = instance && pageOf(target, instance.trackers, instance.identity);
		if (web !== undefined) openWeb(web);
		else if (/^https?:/.test(word)) openWeb(word);
	}
}

/** A text as it stands in a comment that answers it. */
const quoted = (text: string): string =>
	text.trim() === ''
		? ''
		: `${text
				.trim()
				.split('\n')
				.map((line) => `> ${line}`.trimEnd())
				.join('\n')}\n\n`;

/** The page of what the editor does not show yet. */
function pageOf(
	target: Target,
	trackers: string | undefined,
	identity: string | undefined,
): string | undefined {
	const base = (trackers ?? identity)?.replace(/\/+$/, '');
	if (base === undefined) return undefined;
	if (target.kind === 'user') return `${base}/${target.user}`;
	if (target.kind === 'tracker') return `${base}/${target.owner}/${target.tracker}`;
	return undefined;
}
