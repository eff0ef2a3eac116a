import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Emitter } from '../../../src/base/emitter.ts';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Inbox } from '../../../src/inbox/state/inbox.ts';
import { Tickets } from '../../../src/tickets/state/tickets.ts';
import { TicketWatchSource } from '../../../src/tickets/state/watch/ticket-watch-source.ts';
import { createTrackerWatchSource } from '../../../src/tickets/state/watch/tracker-watch-source.ts';
import { liveWithoutWebhooks } from '../../kit/forge/live-without-webhooks.ts';
import { accountsOf } from '../../kit/forge/ticket-accounts.ts';
import { bob, readable, stage, startTrackerForge, type TrackerForge } from '../../kit/forge/tracker-forge.ts';
import { until } from '../../tools/until.ts';

const nothing = { onDidChange: new Emitter<void>().event };

describe('A window that does not receive the webhooks', () => {
	const { folder, ending } = stage();

	/** A window of ana, which shows a tracker and the page of its first ticket. */
	async function open(forge: TrackerForge, at: string) {
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		signIn('ana');
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const tickets = lifetime.add(await Tickets.open({ forges, folder: at, log }));
		const account = tickets.of('ana') ?? assert.fail();
		await account.trackers.own.refresh();
		const visible = [{ account: 'ana', owner: '~ana', tracker: 'editor', ticket: 1 }];
		const pages = { visible, onDidChangeVisible: nothing.onDidChange };
		const sources = [
			lifetime.add(createTrackerWatchSource(tickets, log)),
			lifetime.add(new TicketWatchSource({ tickets, pages, delayMs: 0 })),
		];
		const inbox = lifetime.add(
			await Inbox.open({
				...{ forges, sources, log, storageOf: () => fileStorage(join(at, 'kept'), log) },
				rules: { rules: [], ...nothing },
				live: liveWithoutWebhooks(),
			}),
		);
		const cache = account.trackers.cache({ owner: '~ana', name: 'editor' }, lifetime);
		await cache.open();
		const comments = cache.discussions.of(1);
		lifetime.add(comments.onDidChange(() => {}));
		return {
			inbox,
			/** Reads everything once, as a new window with the focus does. */
			begin: async () => {
				inbox.refresh();
				const isRead = () => inbox.watched.every((one) => one.partOf || inbox.pollOf(one.id)?.readAt);
				await until(isRead, { what: 'everything was read' });
				await cache.readWithEvents(1);
			},
			entries: () => inbox.events.entries.map(({ event }) => `${event.kind} ${event.title}`),
			shown: () => [
				cache.tickets.size,
				...(comments.value ?? []).flatMap(({ comment }) => comment?.text ?? []),
			],
		};
	}

	it('shows what the other window has found: in the inbox at once, in its views and pages when it has the focus', async () => {
		const forge = await startTrackerForge([], Date.now());
		ending(() => forge.stop());
		forge.fill(2);
		const at = await folder();
		const [leader, follower] = [await open(forge, at), await open(forge, at)];
		for (const { begin } of [leader, follower]) await begin();
		follower.inbox.setFocus(false);
		assert.deepEqual(follower.shown(), [2]);
		forge.trackers.tickets.open(forge.tracker, bob, { title: 'Something new' });
		const [first = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(first, bob, { comment: 'Still so.' });
		leader.inbox.refresh();
		const isKnown = () => follower.entries().length === 2;
		await until(isKnown, { what: 'the follower knows both events' });
		assert.deepEqual(follower.shown(), [2]);
		follower.inbox.setFocus(true);
		await until(() => follower.shown().join() === '3,Still so.', {
			what: 'the views and the page of the follower show both',
		});
		assert.equal(follower.entries().length, 2);
	});
});
