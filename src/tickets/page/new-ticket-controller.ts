import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { spellKey, type TicketKey, type TrackerKey, trackerAddress } from '../../platform/model/keys.ts';
import type { PageController } from '../../platform/page/panel.ts';
import type { DraftBody } from '../model/ticket-draft.ts';
import { type Creation, TicketCreator } from '../state/create-ticket.ts';
import type { TicketDraft } from '../state/draft-format.ts';
import { createTicketController } from './controller.ts';
import type { TicketPageHost } from './host.ts';
import { newTicketPage } from './new-ticket-snapshot.ts';
import { signedOutNote } from './notes.ts';
import { signedOutMessage, trackOwner } from './owner.ts';
import { PageDraft } from './page-draft.ts';
import type { Snapshot, TicketRequests } from './protocol.ts';
import type { CreationWork } from './send-once.ts';

/** The page of a ticket that does not exist yet. Calls `didCreate` when the ticket exists. */
export function createNewTicketController(
	key: TrackerKey,
	host: TicketPageHost,
	changed: () => void,
	didCreate: (key: TicketKey) => void,
): PageController<Snapshot, TicketRequests> {
	const { tickets } = host;
	const lifetime = new Lifetime();
	const author = trackOwner(key.account, tickets);
	// Rendering, links, suggestions and pictures work as for any ticket of the tracker.
	const common = lifetime.add(
		createTicketController({ ...key, ticket: 0 }, { ...host, seen: noSeenTickets }, changed, {
			exists: false,
		}),
	);
	const account = () => tickets.of(key.account);
	let created: Ticket | undefined;
	const newest = (): number => {
		const holder = new Lifetime();
		const numbers = [...(tickets.trackerCache(key, holder)?.tickets.keys() ?? [])];
		holder.dispose();
		return Math.max(0, ...numbers);
	};
	const creator = () => {
		const signedIn = account();
		if (!signedIn)
			throw new ForgeError('signed-out', `${signedOutMessage(author())} Sign in to send the ticket.`);
		return new TicketCreator(signedIn.client, signedIn.session.account, key);
	};
	const work: CreationWork = {
		newest,
		send: async (body) => {
			created = await creator().create(creationOf(body), newest());
		},
		hasArrived: async (sending) => {
			created = await creator().find(creationOf(sending.draft.body), sending.newest);
			return created !== undefined;
		},
	};
	/** Runs after the ticket exists: a failure here must not cause it to be created again. */
	const show = (ticket: Ticket) => {
		// The page of the next new ticket starts empty.
		host.sendings.forget(key);
		const holder = new Lifetime();
		tickets.trackerCache(key, holder)?.put(ticket);
		holder.dispose();
		didCreate({ ...key, ticket: ticket.id });
	};
	const send = (draft: TicketDraft) => host.sendings.create(draft, work);
	const draft = lifetime.add(new PageDraft({ key, host, changed, send }));

	return {
		table: common.table,
		key: spellKey(key),
		refresh: () => {},
		didDraw: () => host.sendings.setVisible(key, true),
		didHide: () => {
			host.sendings.setVisible(key, false);
			tickets.drafts.writeNow();
		},
		icon: () => undefined,
		title: () => `New ticket in ${key.tracker}`,
		snapshot: () => {
			const signedIn = account();
			const base = signedIn?.instance.trackers;
			const holder = new Lifetime();
			const labels = tickets.trackerCache(key, holder)?.labels.value ?? [];
			holder.dispose();
			return newTicketPage({
				key,
				labels,
				me: author()?.account,
				web: base === undefined ? '' : trackerAddress(base, key),
				notes: signedIn ? [] : [signedOutNote(author())],
				draftSnapshot: draft.shown(),
			});
		},
		handlers: {
			...common.handlers,
			...refusedHandlers,
			...draft.handlers,
			send: async (request) => {
				const answer = await draft.handlers.send(request);
				if (created) show(created);
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

function creationOf({ title, text }: Pick<DraftBody, 'title' | 'text'>): Creation {
	const description = text.trim();
	return { title: title.trim(), ...(description !== '' && { description }) };
}

/** Refuses requests that need an existing ticket. */
const refuse = () => Promise.reject(new ForgeError('refused', 'This ticket has not been created yet.'));
const refusedHandlers = { triage: refuse, pick: refuse, pickLabels: refuse, copyRef: refuse, quote: refuse };

const noSeenTickets = { get: () => undefined, put: () => {} };
