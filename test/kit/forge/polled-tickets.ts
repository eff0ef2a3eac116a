import { join } from 'node:path';
import { mock } from 'node:test';
import { Emitter } from '../../../src/base/emitter.ts';
import type { Lifetime } from '../../../src/base/lifetime.ts';
import type { Log } from '../../../src/base/log/log.ts';
import type { ResourceDelivery } from '../../../src/inbox/live/hooks/webhook-options.ts';
import { Inbox } from '../../../src/inbox/state/inbox.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import { fileStorage } from '../../../src/platform/state/store/files.ts';
import type { WatchedResource } from '../../../src/platform/state/watch-source.ts';
import type { Tickets } from '../../../src/tickets/state/tickets.ts';
import { createTrackerWatchSource } from '../../../src/tickets/state/watch/tracker-watch-source.ts';
import { settle } from '../window/clock.ts';

interface PolledTickets {
	readonly forges: AccountSource;
	readonly tickets: Tickets;
	readonly folder: string;
	readonly log: Log;
	/** By default, all resources are polled. */
	readonly isPolled?: (resource: WatchedResource) => boolean;
}

const stepMs = 500;
const longestMs = 10 * 60_000;

/**
 * An inbox that polls trackers, each of which it has read once. Until `lifetime` ends, time passes only in `readAll`, which lets it pass until
 * each tracker was read once more.
 */
export async function pollTickets(
	{ forges, tickets, folder, log, isPolled = () => true }: PolledTickets,
	lifetime: Lifetime,
) {
	mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
	lifetime.add({ dispose: () => mock.timers.reset() });
	const nothing = { onDidChange: new Emitter<void>().event };
	const source = lifetime.add(createTrackerWatchSource(tickets, log));
	/** The trackers that are being read, and when they were read before. */
	const running = new Map<string, number | undefined>();
	const watched = () =>
		source.watched.filter(isPolled).map((one) => ({
			...one,
			read: (reading: Parameters<typeof one.read>[0]) => {
				running.set(one.id, inbox.pollOf(one.id)?.readAt);
				return one.read(reading);
			},
		}));
	const inbox = lifetime.add(
		await Inbox.open({
			...{ forges, log, storage: fileStorage(join(folder, 'inbox'), log), seen: [] },
			sources: [
				{
					onDidChange: source.onDidChange,
					get watched() {
						return watched();
					},
				},
			],
			live: {
				...{
					setResources: () => {},
					setFocus: () => {},
					retryRefused: () => {},
					didMiss: () => {},
					isLeading: false,
					...nothing,
				},
				stateOf: () => ({ kind: 'none', why: '' }),
				onDidReceive: new Emitter<ResourceDelivery>().event,
			},
			rules: { rules: [], ...nothing },
		}),
	);
	/** Lets time pass. Reads that begin take no time. */
	const pass = async () => {
		mock.timers.tick(stepMs);
		do {
			for (let turn = 0; turn < 20; turn++) await settle();
			for (const [id, before] of running) if (inbox.pollOf(id)?.readAt !== before) running.delete(id);
		} while (running.size > 0);
	};
	const readAll = async () => {
		const time = Date.now();
		const wasRead = (at: number | undefined) => at !== undefined && at > time;
		while (!watched().every(({ id }) => wasRead(inbox.pollOf(id)?.readAt))) {
			if (Date.now() > time + longestMs) throw new Error('The trackers were not read in ten minutes.');
			await pass();
		}
	};
	inbox.setFocus(true);
	await readAll();
	// Then none is due.
	for (let step = 0; step < 20; step++) await pass();
	return { inbox, readAll };
}
