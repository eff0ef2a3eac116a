import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { Emitter } from '../../../src/base/emitter.ts';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Log } from '../../../src/base/log/log.ts';
import type { ResourceDelivery } from '../../../src/inbox/live/hooks/webhook-options.ts';
import { Inbox } from '../../../src/inbox/state/inbox.ts';
import { MailingLists } from '../../../src/patches/state/mailing-lists.ts';
import { StatusChanges } from '../../../src/patches/state/status/status-changes.ts';
import { createListWatchSource } from '../../../src/patches/state/watch/list-watch-source.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import { Repositories } from '../../../src/repositories/state/repositories.ts';
import { createRepositoryWatchSource } from '../../../src/repositories/state/watch/repository-watch-source.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { Tickets } from '../../../src/tickets/state/tickets.ts';
import { createTrackerWatchSource } from '../../../src/tickets/state/watch/tracker-watch-source.ts';
import { countedAccount } from '../../kit/forge/counted-account.ts';
import { fixedAccounts } from '../../kit/forge/fixed-accounts.ts';
import { settle } from '../../kit/window/clock.ts';
import { temporaryFolder } from '../../tools/places.ts';

const minuteMs = 60_000;
const stepMs = 1000;

/** The most requests of one read, unless something has happened. */
const maxAtOnce = 6;

const pin = (kind: 'trackers' | 'lists') => (_: unknown, nth: number) => ({
	kind,
	owner: '~bob',
	name: `pinned-${nth}`,
});
const pinned = [
	...Array.from({ length: 24 }, pin('trackers')),
	...Array.from({ length: 24 }, pin('lists')),
	{ kind: 'repositories', owner: '~ana', name: 'editor' },
	{ kind: 'repositories', owner: '~bob', name: 'dotfiles' },
] as const;

describe('50 pinned places', () => {
	let forge: Forge;
	let lifetime: Lifetime;
	before(async () => {
		forge = await startForge({ port: 0 });
		lifetime = new Lifetime();
		const { trackers, lists } = accountOf('~bob').connection;
		for (const { kind, name } of pinned) {
			if (kind === 'trackers') await trackers.createTracker({}, { name });
			if (kind === 'lists') await lists.createList({}, { name });
		}
		lifetime.dispose();
	});
	after(() => forge.stop());
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => {
		mock.timers.reset();
		lifetime.dispose();
	});

	const accountOf = (me: string, onRequest?: () => void) => {
		const token = forge.users.find(({ name }) => name === me)?.token ?? '';
		const instance = { name: 'forge.test', ...forge.addresses };
		return countedAccount({ instance, me, token, ...(onRequest && { onRequest }) }, lifetime);
	};

	/** The inbox of a window whose user has pinned places that exist. From then on, time passes only in `wait`. */
	async function openInbox() {
		const sent: number[] = [];
		const { account } = accountOf('~carol', () => sent.push(Date.now()));
		const folder = temporaryFolder('load');
		lifetime.add({ dispose: () => void rm(folder, { recursive: true, force: true, maxRetries: 5 }) });
		const log = new Log(() => {});
		const nothing = { onDidChange: new Emitter<void>().event };
		const caches = new AccountCaches(join(folder, 'cache'), log);
		const forges = fixedAccounts([account], caches);
		const shared = { forges, folder, log };
		const tickets = lifetime.add(await Tickets.open(shared));
		const lists = lifetime.add(await MailingLists.open(shared));
		const repositories = lifetime.add(await Repositories.open({ ...shared, maxBytes: () => 1e8 }));
		const items = {
			trackers: tickets.of('carol')?.trackers,
			lists: lists.of('carol')?.lists,
			repositories: repositories.of('carol')?.repositories,
		};
		for (const { kind, owner, name } of pinned) await items[kind]?.pins.pin({ owner, name });
		mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
		const statuses = lifetime.add(await StatusChanges.open({ ...shared, lists }));
		const sources = [
			lifetime.add(createTrackerWatchSource(tickets, log)),
			lifetime.add(createListWatchSource(lists, statuses)),
			lifetime.add(createRepositoryWatchSource(repositories, log)),
		].map((source) => ({
			onDidChange: source.onDidChange,
			get watched() {
				return source.watched.map((one) => ({
					...one,
					read: (reading: Parameters<typeof one.read>[0]) => {
						running.set(one.id, inbox.pollOf(one.id)?.readAt);
						return one.read(reading);
					},
				}));
			},
		}));
		/** The resources that are being read, and when they were read before. */
		const running = new Map<string, number | undefined>();
		const live = {
			...{
				setResources: () => {},
				setFocus: () => {},
				retryRefused: () => {},
				didMiss: () => {},
				isLeading: false,
				...nothing,
			},
			stateOf: () => ({ kind: 'none', why: '' }) as const,
			onDidReceive: new Emitter<ResourceDelivery>().event,
		};
		const inbox = lifetime.add(
			await Inbox.open({
				...{ forges, sources, live, log, storageOf: () => fileStorage(join(folder, 'kept'), log) },
				rules: { rules: [], ...nothing },
			}),
		);
		/** Resolves when the reads that have begun are stored. */
		const end = async () => {
			do {
				await settle();
				for (const [id, before] of running) if (inbox.pollOf(id)?.readAt !== before) running.delete(id);
			} while (running.size > 0);
		};
		const wait = async (ms: number) => {
			await end();
			for (let left = ms; left > 0; left -= stepMs) {
				mock.timers.tick(Math.min(left, stepMs));
				await end();
			}
			return sent.splice(0);
		};
		return { inbox, wait };
	}

	it('cause no request in ten minutes without the focus, before and after the window had it', async () => {
		const { inbox, wait } = await openInbox();
		assert.ok(inbox.watched.length >= pinned.length);
		assert.deepEqual(await wait(10 * minuteMs), []);
		inbox.setFocus(true);
		assert.ok((await wait(minuteMs)).length > 0);
		inbox.setFocus(false);
		assert.deepEqual(await wait(10 * minuteMs), []);
	});

	it('cause at most one request a second with the focus, spread over ten minutes', async () => {
		const { inbox, wait } = await openInbox();
		inbox.setFocus(true);
		const sent = await wait(10 * minuteMs);
		const unread = inbox.watched.filter(({ id }) => inbox.pollOf(id)?.readAt === undefined);
		assert.equal(unread.length, 0);
		const within = (ms: number) =>
			Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + ms).length));
		assert.ok(sent.length <= 600, `${sent.length} requests`);
		assert.ok(within(1000) <= maxAtOnce, `${within(1000)} requests within a second`);
		assert.ok(within(minuteMs) <= 60 + maxAtOnce, `${within(minuteMs)} requests within a minute`);
	});

	it('are spread when the user refreshes them', async () => {
		const { inbox, wait } = await openInbox();
		const before = inbox.watched;
		inbox.refresh();
		const sent = await wait(minuteMs);
		const within = Math.max(
			...sent.map((from) => sent.filter((at) => at >= from && at < from + 1000).length),
		);
		const unread = before.filter(({ id }) => inbox.pollOf(id)?.readAt === undefined);
		assert.equal(unread.length, 0);
		assert.ok(within <= 10 + maxAtOnce, `${within} requests within a second`);
	});
});
