import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import {
	idOfTicket,
	refOf,
	type TicketKey,
	ticketAddress,
	trackerAddress,
} from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import { openLink } from '../../platform/page/open-link.ts';
import { firstOutboxNote } from '../../platform/page/outbox-note.ts';
import { pageHandlers } from '../../platform/page/page-handlers.ts';
import type { PageController } from '../../platform/page/panel.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import type { Owner } from '../../platform/page/snapshot-parts.ts';
import type { TabIcon } from '../../platform/page/tab-icon.ts';
import type { DraftBody } from '../model/ticket-draft.ts';
import { remainingChange } from '../state/changes/change.ts';
import { baseOf, withChange } from '../state/changes/ticket-outbox-format.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import { changesOf } from './choices.ts';
import { EventCheck } from './event-check.ts';
import type { TicketPageHost } from './host.ts';
import { TicketLoader } from './loader.ts';
import { signedOutMessage } from './owner.ts';
import type { TicketPageState } from './page-state.ts';
import { type Snapshot, type TicketRequests, ticketRequests } from './protocol.ts';
import { quoted, Suggestions } from './suggestions.ts';
import { ticketTabTitle } from './tab-title.ts';
import { ticketContent } from './ticket-content.ts';
import { TicketPageTexts } from './ticket-page-texts.ts';
import { statusIcon } from './ticket-parts.ts';
import { TicketSeries } from './ticket-series.ts';
import { TicketVersions } from './ticket-versions.ts';
import { anchorOf, entriesOfPart, textOfEntry } from './timeline-parts.ts';
import { toChange } from './to-change.ts';
import { commentOnDuplicate } from './waiting-texts.ts';

/** The page of one ticket: what it shows and what it does. */
export class TicketController implements PageController<Snapshot, TicketRequests> {
	readonly table = ticketRequests;
	readonly key: string;
	readonly handlers: Handlers<TicketRequests>;
	readonly #key: TicketKey;
	readonly #host: TicketPageHost;
	readonly #texts: TicketPageTexts;
	readonly #loader: TicketLoader;
	readonly #series: TicketSeries;
	readonly #eventCheck: EventCheck;
	readonly #lifetime = new Lifetime();
	readonly #seenUpTo: string | undefined;
	#difference: string | undefined;
	readonly #versions = new TicketVersions();
	/** Whether the user has looked at the ticket since the page became visible. */
	#hasLooked = false;

	/** `exists` is false for a ticket that does not exist yet, which cannot be read from the forge. */
	constructor(key: TicketKey, host: TicketPageHost, changed: () => void, exists = true) {
		this.#key = key;
		this.key = idOfTicket(key);
		this.#host = host;
		const { tickets } = host;
		this.#seenUpTo = host.seen.get(key);
		this.#lifetime.add(tickets.quirks.onDidChange(changed));
		this.#lifetime.add(host.undo.onDidChange(changed));
		this.#texts = this.#lifetime.add(
			new TicketPageTexts({
				key,
				host,
				changed,
				changesOf: (body, version) => this.#changesToSend(body, version),
			}),
		);
		this.#loader = this.#lifetime.add(new TicketLoader(key, tickets, changed, exists));
		this.#series = this.#lifetime.add(new TicketSeries(key, host.followSeries, changed));
		this.#eventCheck = this.#lifetime.add(new EventCheck(key, host.requested, this.#loader, changed));
		this.handlers = this.#makeHandlers();
		this.#lifetime.add(
			tickets.outbox.onDidSettle(({ entry, result }) => {
				if (idOfTicket(entry.key) !== idOfTicket(key) || result.kind !== 'sent') return;
				this.#difference = result.note && differenceMessage(result.note);
			}),
		);
	}

	title = (): string => ticketTabTitle(this.#key, this.#loader.ticket?.title);

	owner = (): Owner | null => this.#loader.tabOwner;

	icon = (): TabIcon | undefined => {
		const ticket = this.#shownTicket;
		const hasDraft = this.#texts.editing.length > 0;
		return ticket && { ...statusIcon(ticket.status, ticket.resolution), hasDraft };
	};

	get opened(): Promise<void> {
		return this.#loader.opened;
	}

	snapshot = (): Snapshot => {
		const { undo, position } = this.#host;
		const state = this.#state();
		const { duplicateOf } = state.waitingChange ?? {};
		const texts = this.#texts.shownWaiting(this.#render);
		return {
			...ticketContent(state),
			...this.#texts.shown(),
			waiting: duplicateOf === undefined ? texts : [...texts, commentOnDuplicate(duplicateOf, this.#render)],
			undoable: undo.undoableOf(this.#key) ?? null,
			// Without its account there is no list.
			position: this.#loader.account ? position(this.#key) : null,
		};
	};

	didDraw = (isSeen: boolean): void => {
		this.#host.visiblePages.setVisible(this.#key, true);
		if (this.#loader.account) this.#host.joinList(this.#key);
		const { ticket, readUpTo } = this.#loader;
		if (ticket) this.#versions.add(ticket);
		if (isSeen && readUpTo !== undefined) {
			this.#host.seen.look(this.#key, readUpTo, this.#hasLooked);
			this.#hasLooked = true;
		}
		this.#loader.didDraw();
		if (ticket) this.#series.didDraw();
	};

	refresh = (): Promise<void> => this.#loader.refresh();

	didHide = (): void => {
		this.#hasLooked = false;
		this.#host.visiblePages.setVisible(this.#key, false);
		this.#texts.didHide();
		this.#loader.didHide();
	};

	dispose(): void {
		this.#host.visiblePages.setVisible(this.#key, false);
		this.#lifetime.dispose();
	}

	get #render(): Render {
		return this.#host.renderer(this.#loader.source, this.#key);
	}

	#state(): TicketPageState {
		const { tickets } = this.#host;
		const { source, owner, ticket, events, trackerCache, isReading } = this.#loader;
		const now = timeOfDay();
		const change = tickets.waitingChangeOf(this.#key);
		const base = source?.instance.trackers;
		return {
			key: this.#key,
			ticket: this.#shownTicket,
			isDeleted: trackerCache?.isDeleted(this.#key.ticket) ?? false,
			waitingChange: ticket && change && remainingChange(ticket, change),
			waiting: firstOutboxNote(tickets.outbox.of(this.#key), now),
			events,
			isReading,
			labels: trackerCache?.labels.value ?? [],
			permissions: source?.permissions.of(this.#key),
			access: source?.permissions.tracker(this.#key)?.access,
			hasExtras: source?.connection.trackerExtras !== undefined,
			isSubscribed: trackerCache?.subscriptions.of(this.#key.ticket),
			me: owner?.account,
			ownerToName: this.#loader.ownerToName,
			web: base === undefined ? '' : trackerAddress(base, this.#key),
			resolveOnly: tickets.quirks.of(source?.instance.name ?? '').resolveOnly,
			pageStatus: this.#loader.pageStatus(),
			draft: this.#texts.editing[0],
			seenUpTo: this.#seenUpTo,
			difference: this.#difference,
			series: this.#series.series,
			requested: this.#eventCheck.requested,
			render: this.#render,
			now,
		};
	}

	/** The ticket as it will be when its waiting changes are on the forge. */
	get #shownTicket(): Ticket | undefined {
		const { ticket } = this.#loader;
		const change = this.#host.tickets.waitingChangeOf(this.#key);
		return ticket && change ? withChange(ticket, change) : ticket;
	}

	#makeHandlers(): Handlers<TicketRequests> {
		const host = this.#host;
		const key = this.#key;
		const suggestions = new Suggestions();
		return {
			...pageHandlers({
				key,
				host,
				didShow: () => this.#loader.didShow(),
				account: () => this.#requireAccount(),
				refresh: () => this.refresh(),
			}),
			...this.#texts.handlers,
			preview: ({ text }) => ({ html: this.#render(text).html }),
			complete: ({ prefix, word }) => ({
				items: suggestions.for(prefix, word, key, this.#loader.trackerCache?.tickets.values() ?? []),
			}),
			entries: ({ part }) => ({ entries: entriesOfPart(this.#state(), part) }),
			quote: ({ entry, selected }) => ({
				text: quoted(selected || textOfEntry(this.#state(), entry)),
			}),
			open: ({ open }) => {
				const { accounts } = host.tickets;
				const account = this.#loader.source;
				openLink(open, { account, accounts, service: 'trackers', host, openTicket: host.open });
				return null;
			},
			copyRef: async () => {
				await host.copy(refOf(key));
				return { announcement: 'Reference copied.' };
			},
			copyLink: async ({ entry }) => {
				const web = this.#webAddress();
				if (web === undefined) throw new ForgeError('signed-out', signedOutMessage(this.#loader.owner));
				await host.copy(`${web}${anchorOf(this.#state(), entry)}`);
				return { announcement: 'Link copied.' };
			},
			pick: async ({ what }) => {
				await host.pick(what, key);
				return null;
			},
			pickLabels: async ({ labels }) => ({ labels: await host.pickLabels(key, labels) }),
			pickCommentTemplate: async () => ({ text: await host.pickCommentTemplate(key) }),
			similar: () => ({ tickets: [] }),
			triage: async ({ move }) => {
				await host.triage(move, key);
				return null;
			},
			act: ({ act }) => {
				const web = this.#webAddress();
				if (act === 'sign-in') background(tryAsync(() => host.signIn(this.#loader.owner?.instance)));
				else if (web !== undefined) background(tryAsync(() => host.openInBrowser(web)));
				return null;
			},
		};
	}

	#requireAccount(): TicketAccount {
		const { account } = this.#loader;
		if (account) return account;
		throw new ForgeError('signed-out', signedOutMessage(this.#loader.owner));
	}

	#signedOut(): ForgeError {
		return new ForgeError('signed-out', `${signedOutMessage(this.#loader.owner)} Sign in to send this.`);
	}

	/** What sending a text changes, and what the user saw when they decided. */
	#changesToSend(body: DraftBody, version: string) {
		if (!this.#loader.account) throw this.#signedOut();
		const { composer } = ticketContent(this.#state());
		if (!composer) throw new ForgeError('missing', 'The ticket was not found. Your draft is kept.');
		const { pinPosition, tickets } = this.#host;
		const key = this.#key;
		pinPosition(key);
		this.#difference = undefined;
		const seen = this.#versions.get(version) ?? tickets.known(key);
		const earlier = tickets.waitingChangeOf(key);
		const base = seen && baseOf(earlier ? withChange(seen, earlier) : seen);
		const change = toChange(body, changesOf(body, composer));
		return [{ key, change: { change, ...(base && { base }) } }];
	}

	#webAddress(): string | undefined {
		const base = this.#loader.source?.instance.trackers;
		return base === undefined ? undefined : ticketAddress(base, this.#key);
	}
}

/** `note` is what the forge did instead of the requested change. */
const differenceMessage = (note: string): string =>
	`The forge ${note} instead. Some forges can only resolve and reopen tickets.`;
