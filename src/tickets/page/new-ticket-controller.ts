import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { spellKey, type TicketKey, type TrackerKey, trackerAddress } from '../../platform/model/keys.ts';
import type { PageController } from '../../platform/page/panel.ts';
import type { DraftBody } from '../model/ticket-draft.ts';
import { type Creation, TicketCreator } from '../state/create-ticket.ts';
import type { TicketDraft } from '../state/draft-format.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { createTicketController } from './controller.ts';
import type { CreationWork } from './create-once.ts';
import type { TicketPageHost } from './host.ts';
import { newTicketSnapshot } from './new-ticket-snapshot.ts';
import { signedOutNote } from './notes.ts';
import { type Owner, signedOutMessage, trackOwner } from './owner.ts';
import { PageDraft } from './page-draft.ts';
import type { Snapshot, TicketRequests } from './protocol.ts';
import { newTicketTabTitle } from './tab-title.ts';

type Host = Pick<TicketPageHost, 'tickets'>;

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
	const work = new NewTicketWork(key, host, author);
	const send = (draft: TicketDraft) => host.sendings.create(draft, work);
	const draft = lifetime.add(new PageDraft({ key, host, changed, send }));
	/** Runs after the ticket exists: a failure here must not cause it to be created again. */
	const show = (ticket: Ticket) => {
		// The page of the next new ticket starts empty.
		host.sendings.forget(key);
		withTrackerCache(host, key, (trackerCache) => trackerCache?.put(ticket));
		didCreate({ ...key, ticket: ticket.id });
	};
	return {
		table: common.table,
		key: spellKey(key),
		opened: common.opened,
		refresh: () => {},
		didDraw: () => host.sendings.setVisible(key, true),
		didHide: () => {
			host.sendings.setVisible(key, false);
			host.tickets.drafts.writeNow();
		},
		icon: () => undefined,
		title: () => newTicketTabTitle(key),
		snapshot: () => snapshotOf(key, host, author(), draft),
		handlers: {
			...common.handlers,
			...refusedHandlers,
			...draft.handlers,
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

/** Creates the ticket with the account as it is signed in now. */
class NewTicketWork implements CreationWork {
	/** The ticket, once it exists. */
	created: Ticket | undefined;
	readonly #key: TrackerKey;
	readonly #host: Host;
	readonly #author: () => Owner | undefined;

	constructor(key: TrackerKey, host: Host, author: () => Owner | undefined) {
		this.#key = key;
		this.#host = host;
		this.#author = author;
	}

	newest = (): number =>
		withTrackerCache(this.#host, this.#key, (trackerCache) =>
			Math.max(0, ...(trackerCache?.tickets.keys() ?? [])),
		);

	send = async (body: DraftBody): Promise<void> => {
		this.created = await this.#creator().create(creationOf(body), this.newest());
	};

	hasArrived = async ({ draft, newest }: Parameters<CreationWork['hasArrived']>[0]): Promise<boolean> => {
		this.created = await this.#creator().find(creationOf(draft.body), newest);
		return this.created !== undefined;
	};

	#creator(): TicketCreator {
		const account = this.#host.tickets.of(this.#key.account);
		if (account) return new TicketCreator(account.client, account.session.account, this.#key);
		throw new ForgeError('signed-out', `${signedOutMessage(this.#author())} Sign in to send the ticket.`);
	}
}

function snapshotOf(key: TrackerKey, host: Host, author: Owner | undefined, draft: PageDraft): Snapshot {
	const account = host.tickets.of(key.account);
	const base = account?.instance.trackers;
	return newTicketSnapshot({
		key,
		labels: withTrackerCache(host, key, (trackerCache) => trackerCache?.labels.value ?? []),
		me: author?.account,
		web: base === undefined ? '' : trackerAddress(base, key),
		notes: account ? [] : [signedOutNote(author)],
		draftSnapshot: draft.shown(),
	});
}

function withTrackerCache<T>(
	{ tickets }: Host,
	key: TrackerKey,
	use: (trackerCache: TrackerCache | undefined) => T,
): T {
	const holder = new Lifetime();
	try {
		return use(tickets.trackerCache(key, holder));
	} finally {
		holder.dispose();
	}
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
	pickLabels: refuse,
	pickAnswer: refuse,
	copyRef: refuse,
	copyLink: refuse,
	quote: refuse,
};

const noSeenTickets = { get: () => undefined, look: () => {} };
