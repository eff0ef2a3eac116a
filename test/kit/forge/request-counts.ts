import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Log } from '../../../src/base/log/log.ts';
import { MailingLists } from '../../../src/patches/state/mailing-lists.ts';
import { StatusChanges } from '../../../src/patches/state/status/status-changes.ts';
import { createListWatchSource } from '../../../src/patches/state/watch/list-watch-source.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import type { WatchedResource, WatchSource } from '../../../src/platform/state/watch/watch-source.ts';
import { Repositories } from '../../../src/repositories/state/repositories.ts';
import { createRepositoryWatchSource } from '../../../src/repositories/state/watch/repository-watch-source.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { TicketLoader } from '../../../src/tickets/page/loader.ts';
import { Tickets } from '../../../src/tickets/state/tickets.ts';
import { createTrackerWatchSource } from '../../../src/tickets/state/watch/tracker-watch-source.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';
import { countedAccount } from './counted-account.ts';
import { fixedAccounts } from './fixed-accounts.ts';
import { pollSource } from './polled-source.ts';

const { signal } = new AbortController();
const polled = ['a', 'b', 'c', 'd', 'e'];

/** What the user does, and what the extension does for it. The first time, nothing is stored; *again*, everything is. */
const actions = [
	'open a tracker',
	'open a ticket',
	'open a ticket again',
	'open a list',
	'open a series of 4 mails',
	'open a repository',
	'poll 5 trackers',
	'poll 5 lists',
	'poll 5 repositories',
] as const;
export type RequestCounts = Readonly<Record<(typeof actions)[number], number>>;

/** Counts the requests of each action in one dialect, on a forge with the demo world. The user is bob, and all items are ana's. */
export async function countRequests(isGraphql: boolean): Promise<RequestCounts> {
	const forge = await startForge({ port: 0, ...dialectOptions(isGraphql ? 'graphql' : 'rest') });
	try {
		return {
			...(await inWindow(forge, isGraphql, openItems)),
			...(await inWindow(forge, isGraphql, openTicket)),
			'poll 5 trackers': await inWindow(forge, isGraphql, pollTrackers),
			'poll 5 lists': await inWindow(forge, isGraphql, pollLists),
			'poll 5 repositories': await inWindow(forge, isGraphql, pollRepositories),
		};
	} finally {
		await forge.stop();
	}
}

type Window = Awaited<ReturnType<typeof openWindow>>;

async function inWindow<T>(
	forge: Forge,
	isGraphql: boolean,
	act: (window: Window) => Promise<T>,
): Promise<T> {
	const lifetime = new Lifetime();
	const folder = temporaryFolder('requests');
	try {
		return await act(await openWindow(forge, isGraphql, folder, lifetime));
	} finally {
		lifetime.dispose();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** A window whose account has read nothing yet. */
async function openWindow(forge: Forge, isGraphql: boolean, folder: string, lifetime: Lifetime) {
	const { token = '', graphqlToken = '' } = forge.users.find(({ name }) => name === '~bob') ?? {};
	let sent = 0;
	const { account, connection } = countedAccount(
		{
			...{ instance: { name: 'forge.test', ...forge.addresses }, me: '~bob', isGraphql },
			token: isGraphql ? graphqlToken : token,
			onRequest: () => sent++,
		},
		lifetime,
	);
	const log = new Log(() => {});
	const caches = new AccountCaches(join(folder, 'cache'), log);
	const shared = { forges: fixedAccounts([account], caches), folder, log };
	const tickets = lifetime.add(await Tickets.open(shared));
	const lists = lifetime.add(await MailingLists.open(shared));
	const repositories = lifetime.add(await Repositories.open({ ...shared, maxBytes: () => 1e8 }));
	const [ofTickets, ofLists, ofRepositories] = [tickets.of('bob'), lists.of('bob'), repositories.of('bob')];
	if (!ofTickets || !ofLists || !ofRepositories) throw new Error('The account is not open.');
	return {
		...{ shared, lifetime, tickets, lists, repositories, connection },
		accounts: { tickets: ofTickets, lists: ofLists, repositories: ofRepositories },
		count: async (act: () => Promise<unknown>): Promise<number> => {
			sent = 0;
			await act();
			return sent;
		},
	};
}

async function openItems({ accounts, lifetime, count }: Window) {
	const tracker = accounts.tickets.trackers.cache({ owner: '~ana', name: 'editor' }, lifetime);
	const list = accounts.lists.lists.cache({ owner: '~ana', name: 'editor-devel' }, lifetime);
	const repository = accounts.repositories.repositories.cache({ owner: '~ana', name: 'editor' }, lifetime);
	const ofTracker = await count(async () => {
		await tracker.refresh();
		// As soon as the mouse is over the row.
		await accounts.tickets.permissions.read(tracker.key, signal);
	});
	const ofList = await count(() => list.refresh());
	const ofRepository = await count(() => repository.refresh());
	const versions = list.threads.series.flatMap(({ chain }) => chain.versions);
	const patchset = versions.find(({ patches }) => patches.length === 3)?.patchsets[0];
	if (patchset === undefined) throw new Error('The demo world has no series of three patches.');
	const reader = accounts.lists.series.hold({ ...list.key, patchset }, lifetime);
	const ofSeries = await count(() => reader.refresh());
	for (const { lastError } of [tracker, list, repository, reader]) if (lastError) throw lastError;
	await Promise.all([tracker, list, repository, reader].map((one) => one.settled()));
	return {
		'open a tracker': ofTracker,
		'open a list': ofList,
		'open a series of 4 mails': ofSeries,
		'open a repository': ofRepository,
	};
}

async function openTicket({ tickets, lifetime, count }: Window) {
	const key = { account: 'bob', owner: '~ana', tracker: 'editor', ticket: 1 };
	const open = async () => {
		const page = lifetime.add(new TicketLoader(key, tickets, () => {}, true));
		await page.opened;
		page.didDraw();
		await until(() => page.isUpToDate, { what: 'the ticket is read' });
		const { trackerCache } = page;
		await trackerCache?.labels.readIfUnknown();
		await trackerCache?.settled();
		page.dispose();
	};
	return { 'open a ticket': await count(open), 'open a ticket again': await count(open) };
}

/** Counts the requests of the second read of each of five trackers, in which nothing has happened since the first. */
async function pollTrackers(window: Window) {
	const { tickets, accounts, connection, lifetime, shared } = window;
	for (const name of polled) await connection.trackers.createTracker({}, { name });
	await accounts.tickets.trackers.own.refresh();
	return countPolls(window, lifetime.add(createTrackerWatchSource(tickets, shared.log)), polled);
}

/** As `pollTrackers`, for lists: four of the user's, and the largest of the demo world. */
async function pollLists(window: Window) {
	const { lists, accounts, connection, lifetime, shared } = window;
	const [, ...own] = polled;
	for (const name of own) await connection.lists.createList({}, { name });
	await accounts.lists.lists.own.refresh();
	await accounts.lists.lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
	const statuses = lifetime.add(await StatusChanges.open({ ...shared, lists }));
	return countPolls(window, lifetime.add(createListWatchSource(lists, statuses)), [...own, 'editor-devel']);
}

/** As `pollTrackers`, for repositories: four of the user's, and one with branches and tags. */
async function pollRepositories(window: Window) {
	const { repositories, accounts, connection, lifetime, shared } = window;
	const [, ...own] = polled;
	for (const name of own) await connection.repositories.createRepository({}, { name });
	await accounts.repositories.repositories.own.refresh();
	await accounts.repositories.repositories.pins.pin({ owner: '~ana', name: 'editor' });
	const source = lifetime.add(createRepositoryWatchSource(repositories, shared.log));
	return countPolls(window, source, [...own, 'editor']);
}

async function countPolls(
	{ shared, lifetime, count }: Window,
	source: WatchSource,
	names: readonly string[],
) {
	const isPolled = ({ hookTarget: { params } }: WatchedResource) =>
		names.includes(params.tracker ?? params.list ?? params.repository ?? '');
	const { readAll } = await pollSource({ ...shared, source, isPolled }, lifetime);
	return count(readAll);
}
