import assert from 'node:assert/strict';
import { read } from '../../../../src/forge/contract/read.ts';
import { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import {
	createDiscussion,
	type DiscussionContext,
	discussionsFolder,
	storedComments,
	withNewest,
} from '../../../../src/tickets/state/discussion.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

describe('The discussion of a ticket', () => {
	const { storage, ending } = stage();

	it('holds all 200,000 events of a page', async () => {
		const event = read(TicketEvent, { id: 1 }, assert.fail);
		const rows = Array.from({ length: 200_000 }, (_, index) => ({ ...event, id: 200_000 - index }));
		const key = { account: 'a', owner: '~ada', tracker: 'editor', ticket: 1 };
		const client: Partial<DiscussionContext['client']> = {
			events: async function* () {
				yield { rows, total: rows.length, isLast: true };
			},
		};
		const cached = createDiscussion(key, {
			client: client as DiscussionContext['client'],
			cache: await storage(),
			log: readable().log,
		});
		ending(() => cached.dispose());
		await cached.refresh();
		assert.equal(cached.lastError, undefined);
		assert.equal(cached.value?.length, 200_000);
		assert.equal(cached.value[0]?.id, 1);
	});

	it('is read up to an event that was read before, not one that came with the answer to a change', async () => {
		const event = read(TicketEvent, { id: 1 }, assert.fail);
		const eventsOf = (...ids: readonly number[]) => ids.map((id) => ({ ...event, id }));
		let newest = 2;
		const client: Partial<DiscussionContext['client']> = {
			events: async function* () {
				for (let id = newest; id > 0; id -= 2)
					yield { rows: eventsOf(id, id - 1), total: newest, isLast: id === 2 };
			},
		};
		const answered = new Set<number>();
		const key = { account: 'a', owner: '~ada', tracker: 'editor', ticket: 1 };
		const context = {
			client: client as DiscussionContext['client'],
			cache: await storage(),
			log: readable().log,
		};
		const cached = createDiscussion(key, context, { answered, begin: () => () => answered.clear() });
		ending(() => cached.dispose());
		await cached.refresh();
		cached.put(eventsOf(1, 2, 7));
		answered.add(7);
		newest = 8;
		await cached.refresh();
		assert.deepEqual(
			cached.value?.map(({ id }) => id),
			[1, 2, 3, 4, 5, 6, 7, 8],
		);
		assert.equal(answered.size, 0);
	});

	it('is known from its newest events if these are all, or if the oldest of them is known', () => {
		const events = (...ids: readonly number[]) => ids.map((id) => read(TicketEvent, { id }, assert.fail));
		const idsWith = (
			known: readonly number[],
			newest: readonly number[],
			next: string | null,
			answered = 0,
		) =>
			withNewest(events(...known), { rows: events(...newest), next }, new Set([answered]))?.map(
				({ id }) => id,
			);
		assert.deepEqual(idsWith([1, 2], [3, 2], 'more'), [1, 2, 3]);
		assert.deepEqual(idsWith([1], [3, 2], null), [2, 3]);
		assert.equal(idsWith([1], [3, 2], 'more'), undefined);
		assert.equal(
			idsWith([1, 4], [5, 4], 'more', 4),
			undefined,
			'others may have made changes before the answer',
		);
		assert.equal(withNewest(events(1), null, new Set()), undefined);
	});

	it('has its comments in the search of its own tracker only', async () => {
		const event = read(TicketEvent, { id: 1 }, assert.fail);
		const { log } = readable();
		const cache = await storage();
		const tracker = { account: 'a', owner: '~ada', tracker: 'editor' };
		for (const name of ['editor', 'mailer']) {
			const comment = { id: 1, created: '2026-11-20T08:00:00Z', submitter: null, text: `In ${name}` };
			const client: Partial<DiscussionContext['client']> = {
				events: async function* () {
					yield { rows: [{ ...event, comment }], total: 1, isLast: true };
				},
			};
			const context = { client: client as DiscussionContext['client'], cache, log };
			const discussion = createDiscussion({ ...tracker, tracker: name, ticket: 1 }, context);
			ending(() => discussion.dispose());
			await discussion.refresh();
		}
		await until(async () => (await cache.names([discussionsFolder])).length === 2);
		const found: string[] = [];
		for await (const { text } of storedComments(tracker, { cache, log })) found.push(text);
		assert.deepEqual(found, ['In editor']);
	});
});
