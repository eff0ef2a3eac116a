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

	it('is known from its newest events if these are all, or if the oldest of them is known', () => {
		const events = (...ids: readonly number[]) => ids.map((id) => read(TicketEvent, { id }, assert.fail));
		const idsWith = (known: readonly number[], newest: readonly number[], next: string | null) =>
			withNewest(events(...known), { rows: events(...newest), next })?.map(({ id }) => id);
		assert.deepEqual(idsWith([1, 2], [3, 2], 'more'), [1, 2, 3]);
		assert.deepEqual(idsWith([1], [3, 2], null), [2, 3]);
		assert.equal(idsWith([1], [3, 2], 'more'), undefined);
		assert.equal(withNewest(events(1), null), undefined);
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
