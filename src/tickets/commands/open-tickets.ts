import { Lifetime } from '../../base/lifetime.ts';
import { pinItem } from '../../platform/items/named-items.ts';
import { isUnused, type OpenChoice, OpenItems, type OpenSource } from '../../platform/items/open-items.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { Tickets } from '../state/tickets.ts';
import { trackerItems } from '../view/tracker-items.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

/** The tickets and trackers that *Open…* can open. */
export function openTickets(
	tickets: Tickets,
	open: TicketNavigation['open'],
	showRow: ShowRow,
	project?: ProjectItems,
): OpenSource {
	const { accounts } = tickets;
	const items = new OpenItems(trackerItems, { accounts, project });
	return {
		accounts,
		items: items.questions((...args) => pinItem(trackerItems, showRow, ...args)),
		choices: async (name, preferred) => {
			const { target } = name;
			if (target.kind === 'ticket') {
				const { owner, tracker, ticket, event } = target;
				const readers = items.readers(name, { owner, name: tracker }, preferred);
				return Promise.all(
					readers.map((account) =>
						choiceOf(
							account,
							{ account: account.session.id, owner, tracker, ticket },
							items.forge(account),
							event,
						),
					),
				);
			}
			if (target.kind !== 'number') return [];
			const { number: ticket, item } = target;
			const known = (await items.known()).filter(({ key }) => (item ?? key.tracker) === key.tracker);
			const all = known.map(({ account, key, about }) => choiceOf(account, { ...key, ticket }, about));
			return (await Promise.all(all)).filter(({ isGone }) => !isGone);
		},
	};

	async function choiceOf(
		account: TicketAccount,
		key: TicketKey,
		about: string,
		event?: number,
	): Promise<OpenChoice> {
		using lifetime = new Lifetime();
		const cache = account.trackers.cache(trackerItems.itemOf(key), lifetime);
		await cache.open();
		const title = cache.tickets.get(key.ticket)?.title;
		return {
			forge: account.instance.name,
			icon: 'issues',
			name: `Ticket ${refOf(key)}`,
			about: [title, about].filter(Boolean).join(' · '),
			isKnown: title !== undefined,
			isGone: cache.isComplete && isUnused(key.ticket, cache.tickets),
			find: async (signal) => {
				if (title === undefined) await account.client.ticket(key, { signal });
				return () => open(key, { event });
			},
		};
	}
}
