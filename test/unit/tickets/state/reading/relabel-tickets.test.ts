import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Ticket } from '../../../../../src/forge/shapes/trackers.ts';
import { Collection } from '../../../../../src/platform/state/cache/collection.ts';
import { renameLabels } from '../../../../../src/tickets/state/reading/relabel-tickets.ts';
import { createTicketStore, hasSameContent } from '../../../../../src/tickets/state/ticket-store.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { ticket } from '../../../../kit/items/query-tickets.ts';

describe('The labels of known tickets', () => {
	const { storage, ending } = stage();

	/** Tickets that are known from another window, by default, or from a read, with these labels. */
	async function open(...labels: readonly (readonly string[])[]) {
		const stored = await storage();
		const { log } = readable();
		/** What the forge lists, once `answer` resolves. */
		const onForge = { tickets: [] as readonly Ticket[], answer: Promise.resolve() };
		const create = () => {
			const { items: store, toStored } = createTicketStore(stored, '~ana/editor', log);
			const tickets = new Collection<number, Ticket>({
				...{ store, toStored, log, isSame: hasSameContent, idOf: ({ id }) => id },
				pages: async function* () {
					await onForge.answer;
					yield { rows: onForge.tickets, total: undefined, isLast: true };
				},
			});
			ending(tickets);
			return { tickets, store };
		};
		const { tickets: writer, store } = create();
		await writer.open();
		for (const [nth, names] of labels.entries()) writer.put(ticket({ id: nth + 1, labels: [...names] }));
		await store.settled();
		const { tickets } = create();
		const shown = () => [...tickets.items.values()].map((one) => one.labels.join());
		return { tickets, shown, onForge };
	}
	const swap = new Map([
		['bug', 'easy'],
		['easy', 'simple'],
	]);

	it('have their new names all at once, also on tickets that were not loaded yet', async () => {
		const { tickets, shown } = await open(['bug', 'slow'], ['slow']);
		await renameLabels(tickets, new Map([['bug', 'defect']]), new Set());
		assert.deepEqual(shown(), ['defect,slow', 'slow']);
	});

	it('stay as the forge has them on a ticket that is being read', async () => {
		const { tickets, shown, onForge } = await open(['bug']);
		await tickets.open();
		const earlier = new Set(tickets.items.values());
		const { promise, resolve } = Promise.withResolvers<void>();
		onForge.answer = promise;
		onForge.tickets = [ticket({ id: 1, labels: ['easy', 'new'], updated: '2026-01-02T00:00:00Z' })];
		const reading = tickets.refresh();
		await setImmediate();
		const renaming = renameLabels(tickets, swap, earlier);
		await setImmediate();
		resolve();
		await Promise.all([reading, renaming]);
		assert.deepEqual(shown(), ['easy,new']);
	});
});
