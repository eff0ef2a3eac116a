import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { picture } from '../../platform/editor/images.ts';
import { warn } from '../../platform/editor/messages.ts';
import { openPage } from '../../platform/editor/open-in-browser.ts';
import {
	isTicketKey,
	readKey,
	spellKey,
	type TicketKey,
	type TrackerKey,
} from '../../platform/model/keys.ts';
import { keptKey } from '../../platform/page/kept-key.ts';
import { ListNavigation, type Place } from '../../platform/page/list-navigation.ts';
import { type Making, Panel } from '../../platform/page/panel.ts';
import type { Target } from '../model/target.ts';
import { ticketWork } from '../page/controller.ts';
import type { TicketPageHost } from '../page/host.ts';
import { newTicketWork } from '../page/new-ticket-controller.ts';
import type { Snapshot, TicketAsks } from '../page/protocol.ts';
import { Sendings } from '../page/sendings.ts';
import type { TicketServices } from '../services.ts';
import type { TicketActs } from './acts.ts';
import type { TicketBulkEdit } from './bulk-edit.ts';
import { beginDraft } from './drafts.ts';
import type { Beginning } from './from-code.ts';
import type { LastChoice } from './last-choice.ts';
import type { TicketList } from './list.ts';
import { tellUnseen } from './notify-failed-send.ts';
import { labelsOf, pickLabelNames } from './pick.ts';
import { Renderers } from './renderers.ts';
import { Seen } from './seen.ts';

interface PagesOptions {
	readonly services: TicketServices;
	readonly changes: TicketBulkEdit;
	readonly acts: () => TicketActs;
	readonly list: TicketList;
	readonly extension: vscode.Uri;
	readonly memory: vscode.Memento;
	readonly log: Log;
	readonly choice: LastChoice;
}

interface Open {
	readonly key: TicketKey | TrackerKey;
	readonly panel: vscode.WebviewPanel;
	readonly page: Panel<Snapshot, TicketAsks>;
}

interface OpenOptions {
	readonly within?: string | undefined;
	readonly about?: Beginning;
	readonly write?: boolean;
}

const ticketPageType = 'tildeforge-ticket';

const isPinned = ({ title, viewType }: vscode.WebviewPanel): boolean =>
	vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.some(
			({ isPinned, label, input }) =>
				isPinned &&
				label === title &&
				input instanceof vscode.TabInputWebview &&
				input.viewType.endsWith(viewType),
		);

/** Whether the user has preview tabs enabled. */
const canPass = (): boolean =>
	vscode.workspace.getConfiguration('workbench.editor').get('enablePreview') !== false;

/** What a command on the ticket of a page is given. */
const on = (key: TicketKey): readonly [Target] => [{ kind: 'ticket', key }];

const placeShown = (place: Place | undefined): Snapshot['place'] =>
	place
		? {
				words: `${place.number} of ${place.count}`,
				previous: place.number > 1,
				next: place.number < place.count,
			}
		: null;

/** The open pages, one for each ticket. */
export class TicketPages implements Disposable {
	readonly #options: PagesOptions;
	readonly #lifetime = new Lifetime();
	readonly #sendings: Sendings;
	readonly #open = new Map<string, Open>();
	readonly #renderers = new Renderers();
	readonly #seen: Seen;
	/** The key of the page that the next ticket of a list replaces. */
	#passing: string | undefined;
	readonly #ways: ListNavigation<TicketKey>;
	/** The key of the page that was in front last. */
	#pointed: string | undefined;

	constructor(options: PagesOptions) {
		this.#options = options;
		const { services, memory, log } = options;
		this.#seen = new Seen(memory);
		this.#ways = new ListNavigation(options.list.lists);
		this.#sendings = this.#lifetime.add(new Sendings({ drafts: services.tickets.drafts, log }));
		const isSeen = (key: TicketKey | TrackerKey) => this.#open.get(spellKey(key))?.panel.visible ?? false;
		const open = this.open.bind(this);
		this.#lifetime.add(tellUnseen({ sendings: this.#sendings, isSeen, open, warn }));
	}

	/** The ticket whose page is in front. */
	get active(): TicketKey | undefined {
		const key = this.#front?.key;
		return key && isTicketKey(key) ? key : undefined;
	}

	get #front(): Open | undefined {
		return [...this.#open.values()].find(({ panel }) => panel.active);
	}

	/**
	 * Shows the page of a ticket or, given a tracker, of a new ticket in it. `within` is the list of the view that the
	 * ticket was chosen from: the next ticket of that list replaces the page, unless the page was opened twice or has a
	 * draft.
	 */
	async open(
		key: TicketKey | TrackerKey,
		{ within, about, write = !isTicketKey(key) }: OpenOptions = {},
	): Promise<void> {
		if (about && !isTicketKey(key)) {
			if (!(await beginDraft(this.#options.services.tickets, key, about))) return;
			this.#sendings.forget(key);
		}
		if (within !== undefined && isTicketKey(key)) this.#ways.begin(key, within);
		const { page } = this.#reveal(key, { isOnWay: within !== undefined, isToWrite: write });
		if (write) await page.write();
	}

	/**
	 * `hasFocus` prevents revealing a page that has the focus: that would take the focus, and with it the keys, from the
	 * page for a moment.
	 */
	#reveal(key: TicketKey | TrackerKey, { isOnWay = false, isToWrite = false, hasFocus = false }): Open {
		const name = spellKey(key);
		const known = this.#open.get(name);
		if (known) {
			if (this.#passing === name && !isToWrite) this.#passing = undefined;
			known.panel.reveal();
			return known;
		}
		const passing = isOnWay ? this.#givingWay() : undefined;
		if (isOnWay) this.#passing = name;
		if (passing) {
			if (!hasFocus) passing.panel.reveal();
			return this.#turn(passing, key);
		}
		const panel = vscode.window.createWebviewPanel(ticketPageType, 'Ticket', vscode.ViewColumn.Active, {
			enableFindWidget: true,
		});
		return this.#show(key, panel);
	}

	/**
	 * The page that the next ticket of a list replaces. A page stays if the user has pinned it, or if it has a draft or
	 * had one just now.
	 */
	#givingWay(): Open | undefined {
		const open = this.#passing === undefined ? undefined : this.#open.get(this.#passing);
		if (!open || !canPass() || isPinned(open.panel)) return undefined;
		const { drafts } = this.#options.services.tickets;
		return drafts.get(open.key) || drafts.isRegrettable(open.key) ? undefined : open;
	}

	/** Restores a page that was open when VS Code was closed. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		const kept = keptKey(state);
		const key = kept === undefined ? undefined : readKey(kept);
		if (!key || this.#open.has(spellKey(key))) panel.dispose();
		else this.#show(key, panel);
	}

	/**
	 * Shows the next or previous ticket of the list that `from` was opened from; `from` is the page that has the focus, or by default the
	 * one in front. Returns whether another panel has the focus afterwards.
	 */
	go(step: 1 | -1, from?: TicketKey): boolean {
		const here = from ?? this.active;
		const next = here && this.#ways.next(here, step);
		if (!next) return false;
		const before = this.#open.get(spellKey(here));
		const hasFocus = from !== undefined && this.#passing === spellKey(here);
		return this.#reveal(next, { isOnWay: true, hasFocus }).panel !== before?.panel;
	}

	/** Reads the tickets of the visible pages from the forge again. */
	refresh(): void {
		for (const { panel, page } of this.#open.values()) if (panel.visible) page.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#show(key: TicketKey | TrackerKey, panel: vscode.WebviewPanel): Open {
		const { extension, log } = this.#options;
		const lifetime = this.#lifetime.child();
		const work = this.#work(key, panel);
		const page = lifetime.add(new Panel({ panel, extension, page: 'ticket', work, log }));
		panel.onDidChangeViewState(() => {
			if (panel.active) this.#options.choice.didShowPage();
			this.#point(panel);
		});
		panel.onDidDispose(() => {
			lifetime.dispose();
			this.#forget(panel);
		});
		return this.#enter({ key, panel, page });
	}

	#turn(open: Open, key: TicketKey | TrackerKey): Open {
		this.#forget(open.panel);
		open.page.turn(this.#work(key, open.panel));
		return this.#enter({ ...open, key });
	}

	#work(key: TicketKey | TrackerKey, panel: vscode.WebviewPanel): Making<Snapshot, TicketAsks> {
		const around = this.#around();
		if (isTicketKey(key)) return (changed) => ticketWork(key, around, changed);
		const made = (ticket: TicketKey) => {
			const open = this.#of(panel);
			if (open) this.#turn(open, ticket);
		};
		return (changed) => newTicketWork(key, around, changed, made);
	}

	#enter(open: Open): Open {
		this.#open.set(spellKey(open.key), open);
		this.#options.choice.didShowPage();
		this.#point(open.panel);
		return open;
	}

	#of(panel: vscode.WebviewPanel): Open | undefined {
		return [...this.#open.values()].find((open) => open.panel === panel);
	}

	/** Removes what a panel has shown until now. */
	#forget(panel: vscode.WebviewPanel): void {
		const open = this.#of(panel);
		if (!open) return;
		this.#open.delete(spellKey(open.key));
		if (isTicketKey(open.key)) this.#ways.forget(open.key);
	}

	/**
	 * Selects the row of the page in front, in the list that the page was opened from. Does so only once, because a later
	 * selection is the user's own choice.
	 */
	#point(panel: vscode.WebviewPanel): void {
		const key = this.#of(panel)?.key;
		if (!key || !panel.active || this.#pointed === spellKey(key)) return;
		this.#pointed = spellKey(key);
		const row = isTicketKey(key) ? this.#ways.rowOf(key) : undefined;
		const { choice, list } = this.#options;
		if (row === undefined || !list.tree) return;
		choice
			.follow(row, list.tree.point(row, { focus: false }))
			.catch((error: unknown) => this.#options.log.error('A row could not be selected', error));
	}

	#around(): TicketPageHost {
		const { services, changes, acts } = this.#options;
		const { tickets, forges } = services;
		return {
			tickets,
			sendings: this.#sendings,
			renderer: (account, key) => this.#renderers.of(account, key),
			change: (key, change, base) => changes.one(key, change, base),
			undo: changes,
			pick: (what, key) => (what === 'status' ? acts().setStatus(on(key)) : acts().labels(on(key))),
			pickLabels: async (key, labels) => pickLabelNames(await labelsOf(tickets, key), labels),
			triage: async (move, key) => {
				if (move === 'next' || move === 'previous') return this.go(move === 'next' ? 1 : -1, key);
				if (move === 'undo') await acts().undo();
				else if (move === 'resolve') await acts().resolve(on(key));
				else {
					const status = { confirm: 'confirmed', start: 'in_progress', reopen: 'reported' } as const;
					await acts().change(on(key), { status: status[move] }, 'Changing');
				}
				return false;
			},
			open: (key) => this.open(key),
			openWeb: openPage,
			copy: (text) => vscode.env.clipboard.writeText(text),
			signIn: (instance) => services.signIn({ instance }),
			image: (address) => picture(forges.fetch, address),
			focused: () => this.#options.choice.didShowPage(),
			place: (key) => placeShown(this.#ways.place(key)),
			seen: this.#seen,
		};
	}
}
