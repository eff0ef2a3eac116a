import { Lifetime } from '../base/lifetime.ts';
import { ForgeError } from '../forge/errors.ts';
import type { TicketKey, TrackerKey } from '../model/ticket.ts';
import type { Note, Snapshot, TicketAsks } from '../protocol/ticket.ts';
import { clock, draftShown, draftStored } from './drafts.ts';
import { newTicketPage } from './new-ticket-page.ts';
import type { PageWork } from './panel.ts';
import { type TicketSurroundings, ticketWork } from './ticket-work.ts';

/** The page of a ticket that is still to be made. `made` is told when it is there. */
export function newTicketWork(
	key: TrackerKey,
	around: TicketSurroundings,
	changed: () => void,
	made: (key: TicketKey) => void,
): PageWork<Snapshot, TicketAsks> {
	const { tickets } = around;
	const { drafts } = tickets;
	const lifetime = new Lifetime();
	// Rendering, links, suggestions and pictures are those of any ticket of the tracker.
	const common = lifetime.add(
		ticketWork({ ...key, ticket: 0 }, { ...around, seen: unseen, free: () => {} }, changed, { looks: false }),
	);
	lifetime.add(
		drafts.onDidChange((one) => {
			if (!('ticket' in one) && one.account === key.account && one.tracker === key.tracker) changed();
		}),
	);
	const account = () => tickets.of(key.account);
	const label = () => {
		const session = account()?.session;
		return session ? `${session.account} (${session.instance})` : (drafts.get(key)?.account.label ?? '');
	};
	const keep = (draft: Parameters<typeof draftStored>[0]) =>
		drafts.save(draftStored(draft, { account: { id: key.account, label: label() }, key }));

	return {
		table: common.table,
		title: () => `New ticket in ${key.tracker}`,
		worded: common.worded,
		snapshot: () => {
			const signedIn = account();
			const web = signedIn?.instance.trackers?.replace(/\/+$/, '');
			const user = new Lifetime();
			const labels = tickets.shelf(key, user)?.labels.value ?? [];
			user.dispose();
			return newTicketPage({
				key,
				labels,
				me: signedIn?.session.account,
				web: web === undefined ? '' : `${web}/${key.owner}/${key.tracker}`,
				online: true,
				notes: signedIn ? [] : [signedOut],
				draft: drafts.get(key),
			});
		},
		handlers: {
			...common.handlers,
			draft: async ({ draft }) => {
				const { saved } = await keep(draft);
				return { saved: clock(saved) };
			},
			send: async ({ draft }) => {
				const signedIn = account();
				if (!signedIn)
					throw new ForgeError('signed-out', 'You are signed out of this forge. Sign in to send the ticket.');
				await keep(draft);
				const { owner, tracker } = key;
				const description = draft.text.trim();
				const ticket = await signedIn.client.createTicket(
					{ owner, tracker },
					{ title: draft.title.trim(), ...(description !== '' && { description }) },
				);
				await drafts.remove(key);
				const user = new Lifetime();
				tickets.shelf(key, user)?.put(ticket);
				user.dispose();
				made({ ...key, ticket: ticket.id });
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
			retry: () => {
				changed();
				return null;
			},
		},
		dispose: () => lifetime.dispose(),
	};
}

const unseen = { get: () => undefined, put: () => {} };

const signedOut: Note = {
	key: 'signed-out',
	kind: 'warning',
	icon: 'account',
	pieces: ['You are signed out of this forge. What you write is kept.'],
	acts: [{ act: 'sign-in', words: 'Sign In' }],
};
