import { listAll, type Pages } from '../forge/pages.ts';
import type { AreaView } from './areas.ts';
import { notice } from './row.ts';

/** The first page of a list: enough to see what there is. */
async function firstPage<T>(pages: Pages<T>): Promise<readonly T[]> {
	for await (const { rows } of pages) return rows;
	return [];
}

export const ticketsView: AreaView = {
	area: 'trackers',
	things: 'ticket trackers',
	scopes: ['trackers:read', 'tickets:read'],
	rows: async ({ session, connection: { trackers } }) => {
		const own = trackers ? await listAll(trackers.trackers({})) : [];
		if (!trackers || own.length === 0) {
			return [notice(`none/${session.id}`, 'info', `${session.account} has no trackers`)];
		}
		return own.map(({ name, description }, index) => ({
			id: `${session.id}/${name}`,
			label: name,
			icon: 'checklist',
			context: 'tracker',
			...(description !== '' && { tooltip: description }),
			// One is enough to see tickets at once; each costs a request.
			isOpen: index === 0,
			children: async () => {
				const tickets = await firstPage(trackers.tickets({ tracker: name }));
				if (tickets.length === 0)
					return [notice(`none/${session.id}/${name}`, 'info', 'There are no tickets')];
				return tickets.map(({ id, title, status, labels }) => ({
					id: `${session.id}/${name}/${id}`,
					label: `#${id} ${title}`,
					description: labels.join(', '),
					tooltip: `${title} (${status})`,
					icon: status === 'resolved' ? 'pass' : 'circle-large-outline',
					context: 'ticket',
				}));
			},
		}));
	},
};
