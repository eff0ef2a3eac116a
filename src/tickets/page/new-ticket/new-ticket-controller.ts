import { largest } from '../../../base/collections.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { idOfTicket, type TicketKey, type TrackerKey, trackerAddress } from '../../../platform/model/keys.ts';
import type { PageController } from '../../../platform/page/panel.ts';
import { whyEnded } from '../../../platform/state/session-ending.ts';
import type { DraftBody } from '../../model/ticket-draft.ts';
import { type Creation, TicketCreator } from '../../state/changes/create-ticket.ts';
import { draftAccountOf, type TicketDraft } from '../../state/changes/draft-format.ts';
import { createTicketController } from '../controller.ts';
import type { CreationWork } from '../create-once.ts';
import type { TicketPageHost } from '../host.ts';
import { signedOutNote } from '../notes.ts';
import { openLink } from '../open-link.ts';
import { type Owner, signedOutMessage, trackOwner } from '../owner.ts';
import { PageDraft } from '../page-draft.ts';
import type { Snapshot, TicketRequests } from '../protocol.ts';
import { newTicketTabTitle } from '../tab-title.ts';
import { newTicketSnapshot } from './new-ticket-snapshot.ts';
import { NewTicketTracker } from './new-ticket-tracker.ts';

/** The page of a ticket that does not exist yet. Calls `didCreate` when the ticket exists. */
export function createNewTicketController(
	key: TrackerKey,
	host: TicketPageHost,
	changed: () => void,
	didCreate: (key: TicketKey) => void,
): PageController<Snapshot, TicketRequests> {
	const lifetime = new Lifetime();
	const author = trackOwner(key.account, host.tickets);
	// Rendering, links, suggestions and pictures work as for any ticket of the tracker.
	const common = lifetime.add(
		createTicketController({ ...key, ticket: 0 }, { ...host, seen: noSeenTickets }, changed, {
			exists: false,
		}),
	);
	const tracker = lifetime.add(new NewTicketTracker({ key, tickets: host.tickets, changed }));
	const work = new NewTicketWork({ key, host, author, tracker });
	const send = (draft: TicketDraft) => host.sendings.create(draft, work);
	const draft = lifetime.add(new PageDraft({ key, host, changed, send }));
	/** Runs after the ticket exists: a failure here must not cause it to be created again. */
	const show = (ticket: Ticket) => {
		// The page of the next new ticket starts empty.
		host.sendings.forget(key);
		didCreate({ ...key, ticket: ticket.id });
	};
	return {
		table: common.table,
		key: idOfTicket(key),
		opened: common.opened,
		refresh: () => {},
		didDraw: () => {
			host.sendings.setVisible(key, true);
			tracker.didDraw();
		},
		didHide: () => {
			host.sendings.setVisible(key, false);
			host.tickets.drafts.writeNow();
		},
		icon: () => undefined,
		title: () => newTicketTabTitle(key),
		snapshot: () => snapshotOf({ key, host, author, draft, tracker }),
		handlers: {
			...common.handlers,
			...refusedHandlers,
			...draft.handlers,
			similar: ({ title }) => ({ tickets: tracker.similarTo(title) }),
			open: ({ open }) => {
				// The user comes back to write on, so what they look at meanwhile needs no tab of its own.
				const preview: TicketPageHost['open'] = (one, options) =>
					host.open(one, { ...options, isPreview: true });
				openLink(open, host.tickets.of(key.account), { ...host, open: preview });
				return null;
			},
			pickLabels: async ({ labels }) => ({ labels: await host.pickLabels(key, labels) }),
			send: async (request) => {
				const answer = await draft.handlers.send(request);
				if (work.created) show(work.created);
				return answer;
			},
			retry: () => {
				changed();
				return null;
			},
		},
		dispose: () => {
			host.sendings.setVisible(key, false);
			lifetime.dispose();
		},
	};
}

interface NewTicketParts {
	readonly key: TrackerKey;
	readonly host: Pick<TicketPageHost, 'tickets' | 'sendings'>;
	readonly author: () => Owner | undefined;
	readonly tracker: NewTicketTracker;
}

/** Creates the ticket with the account as it is signed in now. */
class NewTicketWork implements CreationWork {
	/** The ticket, once it exists. */
	created: Ticket | undefined;
	readonly #parts: NewTicketParts;

	constructor(parts: NewTicketParts) {
		this.#parts = parts;
	}

	newest = (): number =>
		this.#parts.tracker.use((trackerCache) => Math.max(0, largest(trackerCache?.tickets.keys() ?? [])));

	send = async (body: DraftBody): Promise<void> => {
		this.#put(await this.#creator().create(creationOf(body), this.newest()));
	};

	hasArrived = async ({ draft, newest }: Parameters<CreationWork['hasArrived']>[0]): Promise<boolean> => {
		this.#put(await this.#creator().find(creationOf(draft.body), newest));
		return this.created !== undefined;
	};

	label = async (names: readonly string[]): Promise<void> => {
		const { key, host } = this.#parts;
		if (!this.created) return;
		const account = draftAccountOf(key, host.tickets.of(key.account)?.session);
		await host.sendings.label({ account, key: { ...key, ticket: this.created.id } }, names);
	};

	/** Stores the ticket before it gets its labels: later, it would replace the answer that has them. */
	#put(ticket: Ticket | undefined): void {
		this.created = ticket;
		if (ticket) this.#parts.tracker.use((trackerCache) => trackerCache?.put(ticket));
	}

	#creator(): TicketCreator {
		const { key, host, author } = this.#parts;
		const account = host.tickets.of(key.account);
		if (account) return new TicketCreator(account.client, account.session.account, key);
		throw new ForgeError('signed-out', `${signedOutMessage(author())} Sign in to send the ticket.`);
	}
}

function snapshotOf({
	key,
	host,
	author,
	draft,
	tracker,
}: NewTicketParts & { readonly draft: PageDraft }): Snapshot {
	const account = host.tickets.of(key.account);
	const base = account?.instance.trackers;
	const ended = host.tickets.endedSession(key.account);
	return newTicketSnapshot({
		key,
		labels: tracker.labels,
		mayLabel: tracker.mayLabel,
		me: author()?.account,
		web: base === undefined ? '' : trackerAddress(base, key),
		notes: account ? [] : [signedOutNote(author(), ended && whyEnded(ended))],
		draftSnapshot: draft.shown(),
	});
}

function creationOf({ title, text }: Pick<DraftBody, 'title' | 'text'>): Creation {
	const description = text.trim();
	return { title: title.trim(), ...(description !== '' && { description }) };
}

/** Refuses requests that need an existing ticket. */
const refuse = () => Promise.reject(new ForgeError('refused', 'This ticket has not been created yet.'));
const refusedHandlers = {
	triage: refuse,
	pick: refuse,
	pickCommentTemplate: refuse,
	copyRef: refuse,
	copyLink: refuse,
	quote: refuse,
};

const noSeenTickets = { get: () => undefined, look: () => {} };
