import { largest } from '../../../base/collections.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { idOfTicket, type TicketKey, type TrackerKey, trackerAddress } from '../../../platform/model/keys.ts';
import type { Owner } from '../../../platform/page/owner.ts';
import type { PageController } from '../../../platform/page/panel.ts';
import { whyEnded } from '../../../platform/state/session-ending.ts';
import type { DraftBody } from '../../model/ticket-draft.ts';
import { creationOf } from '../../state/changes/text-format.ts';
import { createTicketController } from '../controller.ts';
import type { TicketPageHost } from '../host.ts';
import { signedOutNote } from '../notes.ts';
import { openLink } from '../open-link.ts';
import { shownOutgoing } from '../outgoing.ts';
import { signedOutMessage, trackTicketOwner } from '../owner.ts';
import { PageTexts } from '../page-texts.ts';
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
	const author = trackTicketOwner(key.account, host.tickets);
	// Rendering, links, suggestions and pictures work as for any ticket of the tracker.
	const common = lifetime.add(
		createTicketController({ ...key, ticket: 0 }, { ...host, seen: noSeenTickets }, changed, {
			exists: false,
		}),
	);
	const tracker = lifetime.add(new NewTicketTracker({ key, tickets: host.tickets, changed }));
	const changesOf = (body: DraftBody) => {
		if (!host.tickets.of(key.account))
			throw new ForgeError('signed-out', `${signedOutMessage(author())} Sign in to send the ticket.`);
		const newest = tracker.use((trackerCache) => Math.max(0, largest(trackerCache?.tickets.keys() ?? [])));
		return [{ key, change: { change: {}, creation: { ...creationOf(body), newest } } }];
	};
	const texts = lifetime.add(new PageTexts({ key, host, changed, changesOf }));
	const id = idOfTicket(key);
	lifetime.add(host.undo.onDidChange(changed));
	lifetime.add(
		host.tickets.onDidCreate(({ tracker: created, ticket }) => {
			// The user may have begun to write the next one.
			if (idOfTicket(created) === id && texts.editing.length === 0) didCreate({ ...key, ticket: ticket.id });
		}),
	);
	return {
		table: common.table,
		key: idOfTicket(key),
		opened: common.opened,
		refresh: () => {},
		didDraw: () => {
			host.visiblePages.setVisible(key, true);
			tracker.didDraw();
		},
		didHide: () => {
			host.visiblePages.setVisible(key, false);
			host.tickets.texts.writeNow();
		},
		icon: () => undefined,
		title: () => newTicketTabTitle(key),
		snapshot: () => snapshotOf({ key, host, author, texts, tracker }),
		handlers: {
			...common.handlers,
			...refusedHandlers,
			...texts.handlers,
			similar: ({ title }) => ({ tickets: tracker.similarTo(title) }),
			open: ({ open }) => {
				// The user comes back to write on, so what they look at meanwhile needs no tab of its own.
				const preview: TicketPageHost['open'] = (one, options) =>
					host.open(one, { ...options, isPreview: true });
				openLink(open, host.tickets.of(key.account), { ...host, open: preview });
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

interface NewTicketParts {
	readonly key: TrackerKey;
	readonly host: Pick<TicketPageHost, 'tickets' | 'renderer'>;
	readonly author: () => Owner | undefined;
	readonly tracker: NewTicketTracker;
	readonly texts: PageTexts;
}

function snapshotOf({ key, host, author, texts, tracker }: NewTicketParts): Snapshot {
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
		outgoing: texts.outgoing.map((entry) =>
			shownOutgoing(entry, host.renderer(account, { ...key, ticket: 0 }), Date.now()),
		),
		textSnapshot: texts.shown(),
	});
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
