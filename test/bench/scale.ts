import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { Log } from '../../src/base/log/log.ts';
import { connect } from '../../src/forge/client/connect.ts';
import { listRows } from '../../src/forge/rows/lists.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { ListCache } from '../../src/patches/state/lists/list-cache.ts';
import { listRow } from '../../src/patches/view/list-rows.ts';
import { type ItemCache, ViewItems } from '../../src/platform/items/view-items.ts';
import type { SavedQuery } from '../../src/platform/model/saved-queries.ts';
import type { Row } from '../../src/platform/view/row.ts';
import { foundRows } from '../../src/tickets/commands/find/find-ticket-rows.ts';
import { defaultQueries } from '../../src/tickets/model/query/default-queries.ts';
import { matcher } from '../../src/tickets/model/query/match.ts';
import { parseTicketQuery, usualOrder } from '../../src/tickets/model/query/query.ts';
import { sorter } from '../../src/tickets/model/query/sort.ts';
import { indexParts, TicketIndex } from '../../src/tickets/model/query/ticket-index.ts';
import { TrackerCache } from '../../src/tickets/state/tracker-cache.ts';
import { queryRow } from '../../src/tickets/view/query-rows.ts';
import { trackerRow } from '../../src/tickets/view/tracker-row.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { usedHeap } from './heap.ts';
import type { ForgeAddress } from './scale-forge.ts';
import { median, type Table } from './table.ts';

const me = '~bob';
const log = new Log(() => {});
const ticketCount = 100_000;
const usualTicketCount = 10_000;
const patchsetCount = 20_000;
const usualPatchsetCount = 2000;
const rounds = 15;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const typed = ['w', 'wr', 'wra', 'wrap', 'wrap ', 'wrap l', 'wrap lo', '#12', '#123', 'bug', '~bob', 'label'];
const queries = [
	'status:open wrap',
	'status:any label:bug !label:wip',
	'status:any "long line" sort:title',
	'submitter:me',
];

interface Figure {
	readonly name: string;
	readonly value: number;
	readonly most: number;
}

/** Measures what grows with the size of trackers and lists, in processor time of this thread. The forge runs in a different process. */
export async function scale(): Promise<Table> {
	const lifetime = new Lifetime();
	try {
		const forge = await startGeneratedForge(lifetime);
		const figures = [
			...(await measureTracker(forge)),
			...(await measureUsualTracker(forge)),
			...(await measureList(forge)),
			...(await measureUsualList(forge)),
			...(await measureRestart(forge)),
		];
		return {
			about: 'Trackers and lists of a generated forge; milliseconds of processor time, or requests',
			columns: ['measured', 'goal'],
			rows: figures.map(({ name, value, most }) => ({ name, values: [value, most] })),
			goals: figures.map(({ name, value, most }) => ({
				goal: `${name}: ${value.toFixed(value < 10 ? 1 : 0)}, at most ${most}`,
				met: value <= most,
			})),
		};
	} finally {
		lifetime.dispose();
	}
}

type GeneratedForge = Awaited<ReturnType<typeof startGeneratedForge>>;

async function startGeneratedForge(lifetime: Lifetime) {
	const child = fork(join(root, 'test/bench/scale-forge.ts'));
	lifetime.add({ dispose: () => child.kill() });
	const [address]: ForgeAddress[] = await once(child, 'message');
	const network = lifetime.add(plainTransport());
	let requests = 0;
	let answeredAt = 0;
	const ground = testWire({
		base: `http://127.0.0.1:${address?.port}`,
		token: () => 'bench',
		fetch: async (...asked) => {
			requests += 1;
			const answer = await network.fetch(...asked);
			if (/\/tickets$/.test(String(asked[0]))) answeredAt = performance.now();
			return answer;
		},
		log,
	});
	const { now } = Date;
	let skippedMs = 0;
	Date.now = () => now() + skippedMs;
	return {
		skip: (ms: number) => {
			skippedMs += ms;
		},
		requests: () => requests,
		/** When the first page of a tracker has come. */
		answeredAt: () => answeredAt,
		openTracker: (folder: string, count: number, name = `tracker-${count}`) =>
			new TrackerCache({
				key: { account: 'bench', owner: me, tracker: name },
				client: connect(trackerRows, ground),
				...{ cache: fileStorage(folder, log), log },
			}),
		openList: (folder: string, count: number, name = `list-${count}`) =>
			new ListCache({
				key: { account: 'bench', owner: me, list: name },
				...{ me, isOwn: true, client: connect(listRows, ground), cache: fileStorage(folder, log), log },
			}),
	};
}

async function measureTracker(forge: GeneratedForge): Promise<readonly Figure[]> {
	const folder = temporaryFolder('bench');
	const tracker = forge.openTracker(folder, ticketCount);
	const load = await processorTime(() => loadShown(tracker, () => trackerRowOf(tracker)));
	const tickets = [...tracker.tickets.values()];
	if (tickets.length !== ticketCount) throw new Error(`${tickets.length} tickets`);
	await tracker.settled();

	forge.skip(11 * minuteMs);
	const later = await requestsOf(forge, () => tracker.refresh());
	await tracker.settled();
	tracker.dispose();
	const windows = [1, 2, 3, 4].map(() => forge.openTracker(folder, ticketCount));
	for (const one of windows) await one.open();
	const ofWindows: number[] = [];
	for (const one of windows) {
		forge.skip(ofWindows.length === 0 ? dayMs : minuteMs);
		ofWindows.push(await requestsOf(forge, () => one.refresh()));
		await one.settled();
	}
	const [ofOne = 0] = ofWindows;
	const ofFour = ofWindows.reduce((sum, requests) => sum + requests, 0);
	for (const one of windows) one.dispose();

	const known = new TicketIndex(indexParts([{ key: tracker.key, tickets }]));
	const input = {
		...{ known, values: () => ({}), accounts: [], inProject: [] },
		...{ isBusy: false, isComplete: true, now: Date.now() },
	};
	const keys: number[] = [];
	for (let round = 0; round < 3; round++)
		for (const text of typed) keys.push(await processorTime(async () => void foundRows(text, input)));
	return [
		{ name: `first load of ${ticketCount} tickets, ms`, value: load, most: 5000 },
		{ name: 'a refresh of them after 11 minutes, requests', value: later, most: 20 },
		{ name: 'refreshes of four windows, times the requests of one', value: ofFour / ofOne, most: 1.5 },
		{ name: 'a key in Find Ticket over them, ms', value: median(keys), most: 16 },
	];
}

/** What the user waits for in a tracker of usual size, which is on the disk. */
async function measureUsualTracker(forge: GeneratedForge): Promise<readonly Figure[]> {
	const folder = temporaryFolder('bench');
	const open = (at = folder) => forge.openTracker(at, usualTicketCount);
	const tracker = open();
	await tracker.refresh();
	await tracker.settled();
	const tickets = [...tracker.tickets.values()];
	await setTimeout(1000);
	const before = usedHeap();
	const held = open();
	await held.open();
	const kept = (usedHeap() - before) / 1e6;
	held.dispose();
	const loads: number[] = [];
	const views: number[] = [];
	const updates: number[] = [];
	const firsts: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const stored = open();
		loads.push(await processorTime(() => stored.open()));
		if (stored.tickets.size !== usualTicketCount) throw new Error(`${stored.tickets.size} tickets`);
		views.push(await processorTime(() => drawAll(trackerRowOf(stored))));
		stored.dispose();
	}
	for (const ticket of tickets.slice(0, 300)) {
		updates.push(
			await processorTime(() => {
				tracker.put({ ...ticket, title: `${ticket.title} again` });
				return tracker.store.settled();
			}),
		);
		// By then the lock of the file is free again.
		await setTimeout(10);
	}
	for (let round = 0; round < 5; round++) {
		const empty = open(temporaryFolder('bench'));
		let first = 0;
		empty.onDidChange(async () => {
			if (first > 0 || empty.tickets.size === 0) return;
			first = forge.answeredAt();
			await drawAll(trackerRowOf(empty));
			firsts.push(performance.now() - first);
		});
		await empty.refresh();
		empty.dispose();
	}
	const asked: number[] = [];
	for (const text of queries.flatMap((one) => [one, one, one]))
		asked.push(
			await processorTime(async () => {
				const query = parseTicketQuery(text);
				tickets.filter(matcher(query, { me })).sort(sorter(query));
			}),
		);
	tracker.dispose();
	const [load, view] = [median(loads), median(views)];
	return [
		{ name: `${usualTicketCount} tickets from the disk, ms`, value: load, most: 40 },
		{ name: 'the view of them from the disk, ms', value: load + view, most: 100 },
		{ name: 'an update of one until it is on the disk, ms', value: median(updates), most: 1 },
		{ name: 'the first rows of them after the first page, ms by the clock', value: median(firsts), most: 50 },
		{ name: 'a query over them, ms', value: median(asked), most: 16 },
		{ name: 'heap for ten times as many, MB', value: kept * 10, most: 150 },
	];
}

async function measureList(forge: GeneratedForge): Promise<readonly Figure[]> {
	const list = forge.openList(temporaryFolder('bench'), patchsetCount);
	let requests = 0;
	const load = await processorTime(async () => {
		requests = await requestsOf(forge, () => loadShown(list, () => listRowOf(list)));
	});
	const [patchset] = list.patchsets.values();
	for (let id = 1; patchset && id <= patchsetCount; id++)
		if (!list.patchset(id))
			list.putPatchset({
				...patchset,
				id,
				subject: `Change the file ${id}`,
				message_id: `<${id}@example.org>`,
			});
	const arrivals: number[] = [];
	const { threads } = list;
	const [first] = list.mails.values();
	for (let nth = 1; first && nth <= 5; nth++) {
		const id = patchsetCount + nth;
		list.addListed({ ...first, id, messageId: `<new-${nth}@example.org>`, subject: `[PATCH] New ${nth}` });
		arrivals.push(await processorTime(async () => void list.threads));
	}
	if (list.threads.series.length < threads.series.length) throw new Error('Series were lost.');
	list.dispose();
	return [
		{ name: `first load of a list of ${patchsetCount} patchsets, ms`, value: load, most: 2000 },
		{ name: 'the same, requests', value: requests, most: 30 },
		{ name: 'one new mail in it, ms', value: median(arrivals), most: 50 },
	];
}

/** A list whose newest mails are on the disk, until its rows are there, and after a change of one patchset. */
async function measureUsualList(forge: GeneratedForge): Promise<readonly Figure[]> {
	const folder = temporaryFolder('bench');
	const open = () => forge.openList(folder, usualPatchsetCount);
	const first = open();
	await first.refresh();
	await first.settled();
	first.dispose();
	const loads: number[] = [];
	const changes: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const list = open();
		loads.push(
			await processorTime(async () => {
				await list.open();
				await drawAll(listRowOf(list));
			}),
		);
		const [patchset = assert.fail()] = list.patchsets.values();
		const updated = new Date(Date.now() + round).toISOString();
		list.putPatchset({ ...patchset, status: round % 2 === 0 ? 'approved' : 'proposed', updated });
		changes.push(await processorTime(() => drawAll(listRowOf(list))));
		await list.settled();
		list.dispose();
	}
	return [
		{
			name: `the rows of a list of ${usualPatchsetCount} patchsets from the disk, ms`,
			value: median(loads),
			most: 100,
		},
		{ name: 'its rows after a change of one status, ms', value: median(changes), most: 50 },
	];
}

/** The rows of all items are drawn as after a restart: from the disk. */
async function measureRestart(forge: GeneratedForge): Promise<readonly Figure[]> {
	const folder = temporaryFolder('bench');
	const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth);
	const trackers = numbers(100).map((nth) => () => forge.openTracker(join(folder, `${nth}`), 500));
	const lists = numbers(50).map((nth) => () => forge.openList(join(folder, `${nth}`), 1000));
	for (const open of [...trackers, ...lists]) {
		const cache = open();
		await cache.refresh();
		await cache.settled();
		cache.dispose();
	}
	const ofLists = await longestBlock(() =>
		Promise.all(
			lists.map(async (open) => {
				const list = open();
				await list.openRow();
				listRowOf(list);
				list.dispose();
			}),
		),
	);
	const ofTrackers = await longestBlock(() =>
		Promise.all(
			trackers.map(async (open) => {
				const tracker = open();
				await tracker.openRow();
				trackerRowOf(tracker);
				tracker.dispose();
			}),
		),
	);
	return [
		{ name: 'longest block after a restart with 50 lists of 1,000 mails, ms', value: ofLists, most: 50 },
		{ name: 'the same with 100 trackers of 500 tickets, ms', value: ofTrackers, most: 50 },
	];
}

/** The row of a query, as the view shows it. */
const queryRowOf = (trackerCache: TrackerCache, query: SavedQuery): Row =>
	queryRow({
		...{ key: trackerCache.key, trackerCache, query, me, grouping: 'none', order: usualOrder },
		...{ resolveOnly: false, hasExtras: true, isPermitted: () => true, isSubscribed: () => undefined },
		...{ versionForOrder: (ticket) => ticket, maxTickets: 500, isInFull: () => false },
		...{ hasDraft: () => false, isUnseen: () => false, remainingChangeOf: () => undefined },
		describePeople: async () => '',
	});

/** Reads an item completely while its rows are displayed and drawn again after changes. */
async function loadShown<Cache extends ItemCache>(cache: Cache, draw: () => Row): Promise<void> {
	const drawing = new Lifetime();
	const account = {};
	const shown = drawing.add(
		new ViewItems<typeof account, Cache>(
			() => [],
			async (change) => change !== 'head' && drawAll(draw()),
			() => true,
		),
	);
	const row = draw();
	shown.cache(account, row.id, () => cache);
	shown.recordRow(row);
	await cache.refresh();
	await drawAll(draw());
	drawing.dispose();
}

/** Makes the rows that are displayed: those of expanded rows. */
async function drawAll(row: Row): Promise<void> {
	for (const child of (await row.children?.()) ?? []) if (child.isOpen) await child.children?.();
}

const trackerRowOf = (trackerCache: TrackerCache): Row =>
	trackerRow({
		...{ trackerCache, me, isPinned: false, details: () => undefined, readDetails: async () => {} },
		...{ isFirst: true, maySubmit: () => true, isSubscribed: () => undefined },
		children: () =>
			defaultQueries.map((query, nth) => ({ ...queryRowOf(trackerCache, query), isOpen: nth === 0 })),
	});

const listRowOf = (listCache: ListCache): Row =>
	listRow({
		...{ listCache, queries: [], id: 'list', me, isPinned: false, isSubscribed: false },
		threads: () => listCache.threads,
		...{ countUnseen: () => 0, details: () => undefined, failures: () => [], didOpen: () => {} },
	});

async function requestsOf(forge: GeneratedForge, work: () => Promise<void>): Promise<number> {
	const before = forge.requests();
	await work();
	return forge.requests() - before;
}

const usedMs = (since?: NodeJS.CpuUsage): number => {
	const { user, system } = process.threadCpuUsage(since);
	return (user + system) / 1000;
};

async function processorTime(work: () => Promise<unknown>): Promise<number> {
	const before = process.threadCpuUsage();
	await work();
	return usedMs(before);
}

/** The longest time for which the event loop gives no other work its turn. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
	let isDone = false;
	let longest = 0;
	const working = work().finally(() => {
		isDone = true;
	});
	for (let before = process.threadCpuUsage(); !isDone; ) {
		await setImmediate();
		longest = Math.max(longest, usedMs(before));
		before = process.threadCpuUsage();
	}
	await working;
	return longest;
}
