import { Emitter } from '../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { ResourceDelivery } from '../../../../src/inbox/live/hooks/webhook-options.ts';
import type { HookState } from '../../../../src/inbox/model/live-state.ts';
import { Inbox } from '../../../../src/inbox/state/inbox.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';
import { ticketEvent } from '../events.ts';
import { live } from '../model/live-facts.ts';

const place = { account: 'ana', owner: '~ana', tracker: 'editor' };
export const eventOf = (nth: number, more: Partial<ReturnType<typeof ticketEvent>> = {}): ForgeEvent =>
	ticketEvent({
		key: `event ${nth}`,
		place,
		item: { ...place, ticket: nth },
		at: new Date().toISOString(),
		...more,
	});

interface OpenOptions {
	readonly others?: readonly WatchedResource[];
	/** How the tracker is read. By default, it has what happens in this window. */
	readonly read?: WatchedResource['read'];
}

/** Opens inboxes for the tests of a `describe`. */
export function inboxStage() {
	const { forge: start, folder, ending } = stage();

	/** A window of ana with a tracker in which the test makes things happen. */
	async function open(at: string, { others = [], read: ownRead }: OpenOptions = {}) {
		const { log, lines } = readable();
		const { forges, signIn, signOut } = accountsOf(await start(), at, log);
		signIn('ana');
		const changes = new Emitter<void>();
		let happened: readonly ForgeEvent[] = [];
		const cursors: unknown[] = [];
		let gate: Promise<void> | undefined;
		const tracker: WatchedResource = {
			...{ id: 'tracker', account: 'ana', server: 'https://todo.forge.test' },
			...{ hookTarget: { family: 'tracker', params: { owner: '~ana', tracker: 'editor' } } },
			read: async (reading) => {
				const { cursor } = reading;
				cursors.push(cursor);
				const next = cursors.length;
				await gate;
				if (ownRead) return ownRead(reading);
				return { events: happened, cursor: next };
			},
		};
		const liveChanges = new Emitter<void>();
		const heard: string[] = [];
		const tried: string[] = [];
		const missed: string[] = [];
		let isLeading = false;
		let isFollowed = true;
		let isDeaf = false;
		let beforeWriting = async () => {};
		let hook: HookState = { kind: 'pending' };
		const storage = fileStorage(at, log);
		const inbox = await Inbox.open({
			forges,
			rules: { rules: [], onDidChange: new Emitter<void>().event },
			live: {
				setResources: (resources) => heard.push(resources.map(({ id }) => id).join()),
				retryRefused: () => tried.push('webhooks'),
				didMiss: ({ id }) => missed.push(id),
				setFocus: (hasFocus) => heard.push(`focus ${hasFocus}`),
				get isLeading() {
					return isLeading;
				},
				stateOf: () => hook,
				onDidChange: liveChanges.event,
				onDidReceive: new Emitter<ResourceDelivery>().event,
			},
			sources: [
				{
					// The sources of the features make their resources anew each time.
					get watched() {
						return isFollowed ? [tracker, ...others].map((one) => ({ ...one })) : [];
					},
					onDidChange: changes.event,
				},
			],
			storageOf: () => ({
				...storage,
				watch: (name, changed) => storage.watch(name, () => !isDeaf && changed()),
				replace: async (...written) => {
					await beforeWriting();
					await storage.replace(...written);
				},
			}),
			log,
		});
		ending(() => inbox.dispose());
		const reads = (count: number) => until(() => cursors.length >= count, { what: `${count} reads` });
		const states = () =>
			inbox.events.entries.map(
				({ event, seenAt }) => `${event.key} ${seenAt === undefined ? 'new' : 'seen'}`,
			);
		const shows = (...wanted: readonly string[]) =>
			until(() => states().join() === wanted.join(), { what: `the inbox has ${wanted}: ${states()}` });
		return {
			...{ inbox, cursors, reads, states, shows, lines, signIn, signOut, heard, tried, missed },
			/** Keeps reads from ending until the result is called. */
			hold: () => {
				const { promise, resolve } = Promise.withResolvers<void>();
				gate = promise;
				return () => {
					gate = undefined;
					resolve();
				};
			},
			/** Keeps new files from being written until `now` is called. */
			holdWrites: () => {
				const waiting = Promise.withResolvers<void>();
				const released = Promise.withResolvers<void>();
				beforeWriting = () => {
					waiting.resolve();
					return released.promise;
				};
				return { isWaiting: waiting.promise, now: released.resolve };
			},
			/** Adds the tracker, or leaves it out. */
			follow: (isWanted: boolean) => {
				isFollowed = isWanted;
				changes.fire();
			},
			/** Like a window that the system does not tell of changed files. */
			becomeDeaf: () => {
				isDeaf = true;
			},
			lead: () => {
				isLeading = true;
				liveChanges.fire();
			},
			becomeLive: () => {
				hook = live;
				liveChanges.fire();
			},
			happen: (...events: readonly ForgeEvent[]) => {
				happened = events;
			},
			look: (ticket: number) => {
				// Also at what happens in the next minute.
				const upTo = new Date(Date.now() + 60_000).toISOString();
				forges.seen.didSee({ at: { ...place, ticket }, upTo });
			},
		};
	}

	return { folder, open, ending };
}
