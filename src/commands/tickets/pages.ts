import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Workplace } from '../../host/desk.ts';
import { picture } from '../../host/pictures.ts';
import type { TicketAccount } from '../../host/tickets.ts';
import { highlight } from '../../model/markdown/highlight.ts';
import { type Render, renderer } from '../../model/markdown/renderer.ts';
import type { TicketKey, TrackerKey } from '../../model/ticket.ts';
import { newTicketWork } from '../../panels/new-ticket-work.ts';
import { keptKey, pageKey } from '../../panels/page-key.ts';
import { Panel } from '../../panels/panel.ts';
import { type TicketSurroundings, ticketWork } from '../../panels/ticket-work.ts';
import type { TicketActs } from './acts.ts';
import type { TicketChanges } from './changes.ts';
import { labelsOf, pickLabelNames } from './pick.ts';
import { isTicket } from './targets.ts';

interface PagesOptions {
	readonly desk: Workplace;
	readonly changes: TicketChanges;
	readonly acts: () => TicketActs;
	/** The tickets of the list that a row of the view stands in, in their order. */
	readonly listOf: (within: string) => readonly TicketKey[];
	readonly extension: vscode.Uri;
	readonly memory: vscode.Memento;
	readonly log: Log;
}

interface Open {
	readonly key: TicketKey | TrackerKey;
	readonly panel: vscode.WebviewPanel;
}

const ticketPageType = 'tildeforge-ticket';
const seenName = 'tickets.seen';
const mostSeen = 400;

/** The editor's keys for the page, as they are if nobody has changed them. */
const keys = [
	{ keys: 'J', words: 'Next ticket' },
	{ keys: 'K', words: 'Previous ticket' },
	{ keys: 'F', words: 'Confirm' },
	{ keys: 'I', words: 'Mark as in progress' },
	{ keys: 'X', words: 'Resolve as…' },
	{ keys: 'Shift+X', words: 'Reopen' },
	{ keys: 'U', words: 'Undo the last change' },
];

/** The pages of tickets that are open, one for each ticket. */
export class TicketPages implements Disposable {
	readonly #options: PagesOptions;
	readonly #lifetime = new Lifetime();
	readonly #open = new Map<string, Open>();
	/** Renderers remember what they have rendered. */
	readonly #renderers = new Map<string, Render>();
	/** The page on which no letter is a text's. */
	#free: string | undefined;
	/** The list of the view that a ticket was opened from, as it was then: what is changed on the way moves nothing. */
	readonly #lists = new Map<string, readonly TicketKey[]>();

	constructor(options: PagesOptions) {
		this.#options = options;
	}

	/** The ticket whose page has the focus. */
	get active(): TicketKey | undefined {
		for (const { key, panel } of this.#open.values()) if (panel.active && isTicket(key)) return key;
		return undefined;
	}

	/** Whether the page in front has the focus and none of its fields does. */
	get isFree(): boolean {
		const { active } = this;
		return active !== undefined && this.#free === pageKey(active);
	}

	/** Shows the page of a ticket, or of a new one in a tracker; `within` is the list of the view that it was chosen from. */
	async open(
		key: TicketKey | TrackerKey,
		{ within, text }: { readonly within?: string | undefined; readonly text?: string } = {},
	): Promise<void> {
		if (within !== undefined) this.#lists.set(pageKey(key), this.#options.listOf(within));
		await this.#reveal(key, text);
	}

	async #reveal(key: TicketKey | TrackerKey, text?: string): Promise<void> {
		const name = pageKey(key);
		if (text !== undefined && !isTicket(key)) await this.#begin(key, text);
		const known = this.#open.get(name);
		if (known) return known.panel.reveal();
		const panel = vscode.window.createWebviewPanel(ticketPageType, 'Ticket', vscode.ViewColumn.Active, {
			enableFindWidget: true,
		});
		this.#show(key, panel);
	}

	/** A page that the editor had open when it was closed. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		const key = keptKey(state);
		if (!key || this.#open.has(pageKey(key))) panel.dispose();
		else this.#show(key, panel);
	}

	/** Goes on in the list that the ticket in front was opened from. */
	go(step: 1 | -1): void {
		const { active } = this;
		if (!active) return;
		const list = this.#list(active);
		const at = list.findIndex((one) => pageKey(one) === pageKey(active));
		const next = at === -1 ? undefined : list[at + step];
		if (!next) return;
		const front = this.#open.get(pageKey(active));
		this.#lists.set(pageKey(next), list);
		void this.#reveal(next);
		// One page goes through the list, instead of one more for each step.
		if (front && !this.#options.desk.tickets.drafts.get(active)) front.panel.dispose();
	}

	/** Ends what the pages do and leaves them where they are: the editor shows them again when it is back. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#show(key: TicketKey | TrackerKey, panel: vscode.WebviewPanel): void {
		const { extension, log } = this.#options;
		const name = pageKey(key);
		const around = this.#around();
		const common = { panel, extension, page: 'ticket' as const, log };
		const shown = isTicket(key)
			? new Panel({ ...common, work: (changed) => ticketWork(key, around, changed) })
			: new Panel({
					...common,
					work: (changed) =>
						newTicketWork(key, around, changed, (made) => {
							void this.open(made);
							panel.dispose();
						}),
				});
		this.#lifetime.add(shown);
		this.#open.set(name, { key, panel });
		panel.onDidDispose(() => {
			shown.dispose();
			this.#setFree(key, false);
			if (this.#open.get(name)?.panel === panel) this.#open.delete(name);
		});
	}

	/** A text that was brought along is what the draft begins with; one that is there already stays. */
	async #begin(key: TrackerKey, text: string): Promise<void> {
		const { drafts } = this.#options.desk.tickets;
		const session = this.#options.desk.tickets.of(key.account)?.session;
		const known = drafts.get(key);
		await drafts.save({
			account: { id: key.account, label: session ? `${session.account} (${session.instance})` : '' },
			key,
			title: known?.title ?? '',
			text: known ? `${known.text.trimEnd()}\n\n${text}` : text,
			addLabels: [],
			removeLabels: [],
			base: null,
		});
	}

	#list(key: TicketKey): readonly TicketKey[] {
		return this.#lists.get(pageKey(key)) ?? [];
	}

	#around(): TicketSurroundings {
		const { desk, changes, acts, memory } = this.#options;
		const { tickets, forges } = desk;
		return {
			tickets,
			renderer: (account, key) => this.#renderer(account, key),
			change: (key, change, base) => changes.one(key, change, base),
			pick: (what, key) => (what === 'status' ? acts().setStatus([key]) : acts().labels([key])),
			pickLabels: async (key, labels) => pickLabelNames(await labelsOf(tickets, key), labels),
			triage: (move, key) => {
				if (move === 'next' || move === 'previous') return this.go(move === 'next' ? 1 : -1);
				if (move === 'undo') return acts().undo();
				if (move === 'resolve') return acts().resolve([key]);
				const status = { confirm: 'confirmed', start: 'in_progress', reopen: 'reported' } as const;
				return acts().change([key], { status: status[move] }, 'Changing');
			},
			open: (key) => this.open(key),
			openWeb: (address) => vscode.env.openExternal(vscode.Uri.parse(address, true)),
			copy: (text) => vscode.env.clipboard.writeText(text),
			signIn: (instance) => desk.signIn({ instance }),
			image: (address) => picture(forges.fetch, address),
			place: (key) => {
				const list = this.#list(key);
				const at = list.findIndex((one) => pageKey(one) === pageKey(key));
				if (at === -1) return null;
				return { words: `${at + 1} of ${list.length}`, previous: at > 0, next: at < list.length - 1 };
			},
			seen: {
				get: (ref) => this.#seen()[ref],
				put: (ref, at) => {
					const seen = this.#seen();
					if (seen[ref] === at) return;
					const { [ref]: _, ...others } = seen;
					const kept = Object.entries(others).slice(1 - mostSeen);
					void memory.update(seenName, { ...Object.fromEntries(kept), [ref]: at });
				},
			},
			keys,
			free: (key, isFree) => this.#setFree(key, isFree),
		};
	}

	#setFree(key: TicketKey | TrackerKey, isFree: boolean): void {
		const name = pageKey(key);
		if (!isFree && this.#free !== name) return;
		this.#free = isFree ? name : undefined;
		void vscode.commands.executeCommand('setContext', 'tildeforge.pageFree', isFree);
	}

	#seen(): Readonly<Record<string, string>> {
		return this.#options.memory.get<Record<string, string>>(seenName) ?? {};
	}

	#renderer(account: TicketAccount | undefined, { owner, tracker }: TrackerKey): Render {
		const places = account?.instance ?? {};
		const name = JSON.stringify([account?.instance, owner, tracker]);
		const known = this.#renderers.get(name);
		if (known) return known;
		const made = renderer({ places, here: { owner, tracker }, highlight });
		this.#renderers.set(name, made);
		return made;
	}
}
