import { join } from 'node:path';
import { mock } from 'node:test';
import { Emitter } from '../../../src/base/emitter.ts';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import type { Lifetime } from '../../../src/base/lifetime.ts';
import type { Log } from '../../../src/base/log/log.ts';
import { Inbox } from '../../../src/inbox/state/inbox.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import type { WatchedResource, WatchSource } from '../../../src/platform/state/watch/watch-source.ts';
import { realClock } from '../../tools/real-clock.ts';
import { settle } from '../window/clock.ts';
import { liveWithoutWebhooks } from './live-without-webhooks.ts';

interface PolledSource {
	readonly forges: AccountSource;
	readonly source: WatchSource;
	readonly folder: string;
	readonly log: Log;
	/** By default, all resources are polled. */
	readonly isPolled?: (resource: WatchedResource) => boolean;
}

/** A read of a resource. */
interface Reading {
	/** When the resource was read before. */
	readonly before: number | undefined;
	/** When the read ended, in real time. */
	ended?: number;
}

const stepMs = 500;
const longestMs = 10 * 60_000;

/**
 * An inbox that polls resources, each of which it has read once. Until `lifetime` ends, time passes only in `readAll`, which lets it pass until
 * each was read once more.
 */
export async function pollSource(
	{ forges, source, folder, log, isPolled = () => true }: PolledSource,
	lifetime: Lifetime,
) {
	mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
	lifetime.add({ dispose: () => mock.timers.reset() });
	const nothing = { onDidChange: new Emitter<void>().event };
	const running = new Map<string, Reading>();
	const watched = () =>
		source.watched.filter(isPolled).map((one) => ({
			...one,
			read: (reading: Parameters<typeof one.read>[0]) => {
				const entry: Reading = { before: inbox.pollOf(one.id)?.readAt };
				running.set(one.id, entry);
				return one.read(reading).finally(() => {
					entry.ended = realClock.now();
				});
			},
		}));
	const inbox = lifetime.add(
		await Inbox.open({
			...{ forges, log, storageOf: () => fileStorage(join(folder, 'inbox'), log) },
			sources: [
				{
					onDidChange: source.onDidChange,
					get watched() {
						return watched();
					},
				},
			],
			live: liveWithoutWebhooks(),
			rules: { rules: [], ...nothing },
		}),
	);
	/** A read that has the time of the one before, or that has failed, is not seen to be new. */
	const isLongEnded = (ended = Number.POSITIVE_INFINITY) => realClock.now() - ended > 2000;
	/** Lets time pass. Reads that begin take no time. */
	const pass = async () => {
		mock.timers.tick(stepMs);
		do {
			for (let turn = 0; turn < 20; turn++) await settle();
			for (const [id, { before, ended }] of running)
				if (isLongEnded(ended) || inbox.pollOf(id)?.readAt !== before) running.delete(id);
		} while (running.size > 0);
	};
	const readAll = async () => {
		const time = Date.now();
		const wasRead = (at: number | undefined) => at !== undefined && at > time;
		while (!watched().every(({ id }) => wasRead(inbox.pollOf(id)?.readAt))) {
			if (Date.now() > time + longestMs) throw new Error('The resources were not read in ten minutes.');
			await pass();
		}
	};
	inbox.setFocus(true);
	await readAll();
	// Then none is due.
	for (let step = 0; step < 20; step++) await pass();
	return { inbox, readAll };
}
