import { timeOfDay } from '../../../base/clock.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { idOfTicket, type TicketKey, type TrackerKey } from '../../../platform/model/keys.ts';
import { openLink } from '../../../platform/page/open-link.ts';
import type { PageController } from '../../../platform/page/panel.ts';
import type { DraftBody } from '../../model/ticket-draft.ts';
import { creationOf } from '../../state/changes/text-format.ts';
import { TicketController } from '../controller.ts';
import type { TicketPageHost } from '../host.ts';
import { signedOutMessage } from '../owner.ts';
import type { Snapshot, TicketRequests } from '../protocol.ts';
import { newTicketTabTitle } from '../tab-title.ts';
import { TicketPageTexts } from '../ticket-page-texts.ts';
import { waitingTextState } from '../waiting-texts.ts';
import { newTicketContent } from './new-ticket-content.ts';
import { NewTicketTracker } from './new-ticket-tracker.ts';

/** The page of a ticket that does not exist yet. Calls `didCreate` when the ticket exists. */
export function createNewTicketController(
	key: TrackerKey,
	host: TicketPageHost,
	changed: () => void,
	didCreate: (key: TicketKey) => void,
): PageController<Snapshot, TicketRequests> {
	const lifetime = new Lifetime();
	const ticketKey = { ...key, ticket: 0 };
	// Rendering, links, suggestions and pictures work as for any ticket of the tracker.
	const common = lifetime.add(
		new TicketController(ticketKey, { ...host, seen: noSeenTickets }, changed, false),
	);
	const tracker = lifetime.add(new NewTicketTracker(key, host.tickets, changed));
	const changesOf = (body: DraftBody) => {
		if (!tracker.account)
			throw new ForgeError('signed-out', `${signedOutMessage(tracker.owner)} Sign in to send the ticket.`);
		const creation = { ...creationOf(body), newest: tracker.newestTicket };
		return [{ key, change: { change: {}, creation } }];
	};
	const texts = lifetime.add(new TicketPageTexts({ key, host, changed, changesOf }));
	const id = idOfTicket(key);
	lifetime.add(host.undo.onDidChange(changed));
	let created: TicketKey | undefined;
	lifetime.add(
		host.tickets.onDidCreate(({ tracker: at, ticket }) => {
			if (idOfTicket(at) !== id) return;
			created = { ...key, ticket: ticket.id };
			// The user may have begun to write the next one or, if the ticket has waited, may be about to.
			const hasWaited = texts.waiting.some((entry) => waitingTextState(entry, timeOfDay()) === 'waiting');
			if (hasWaited || texts.editing.length > 0) changed();
			else didCreate(created);
		}),
	);
	return {
		table: common.table,
		key: id,
		opened: common.opened,
		refresh: () => {},
		didDraw: () => {
			host.visiblePages.setVisible(key, true);
			tracker.didDraw();
		},
		didHide: () => {
			host.visiblePages.setVisible(key, false);
			texts.didHide();
		},
		icon: () => undefined,
		title: () => newTicketTabTitle(key),
		owner: () => tracker.tabOwner,
		snapshot: () => ({
			...newTicketContent(tracker, created),
			...texts.shown(),
			waiting: texts.shownWaiting(host.renderer(tracker.account, ticketKey)),
			undoable: null,
			position: null,
		}),
		handlers: {
			...common.handlers,
			...refusedHandlers,
			...texts.handlers,
			similar: ({ title }) => ({ tickets: tracker.similarTo(title) }),
			open: ({ open }) => {
				// The user comes back to write on, so what they look at meanwhile needs no tab of its own.
				const openTicket: TicketPageHost['open'] = (one, options) =>
					host.open(one, { ...options, isPreview: true });
				const { accounts } = host.tickets;
				openLink(open, { account: tracker.account, accounts, service: 'trackers', host, openTicket });
				return null;
			},
			pickLabels: async ({ labels }) => ({ labels: await host.pickLabels(key, labels) }),
			retry: () => {
				changed();
				return null;
			},
		},
		dispose: () => {
			host.visiblePages.setVisible(key, false);
			lifetime.dispose();
		},
	};
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
