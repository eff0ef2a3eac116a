import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { connect } from '../../src/forge/client/connect.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { Queues } from '../../src/forge/wire/queue.ts';
import { wire } from '../../src/forge/wire/wire.ts';
import { startForge } from '../../src/sandbox/forge.ts';
import { TrackerCache } from '../../src/tickets/state/tracker-cache.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { temporaryFolder } from '../tools/places.ts';
import { usedHeap } from './heap.ts';
import { median, type Table } from './table.ts';
import { measureQueries } from './tickets-query.ts';

const count = 10_000;
const loads = 15;
const updates = 300;
/** Between two updates. By then the lock of the file is free again. */
const pauseMs = 10;
const key = { account: 'bench', owner: '~bob', tracker: 'mainframe' };

/** The setup that each part measures: caches of a tracker with 10,000 tickets. Each is a new object on the same disk. */
interface World {
	/** Filled from the forge. */
	readonly trackerCache: TrackerCache;
	/** Opens an empty cache. With a different `folder`, nothing is on the disk either. */
	readonly another: (folder?: string) => TrackerCache;
	/** Resolves when the forge next answers a request for tickets. */
	readonly nextPage: () => Promise<number>;
}

/** One part's rows and goals in the table. */
export type Part = (world: World) => Promise<Pick<Table, 'rows' | 'goals'>>;

/** All parts run in the same world, in this order. */
const parts: readonly Part[] = [measureData, measureQueries];

const since = (begun: number) => performance.now() - begun;

async function measureData({ trackerCache, another }: World): Promise<Pick<Table, 'rows' | 'goals'>> {
	const row = (name: string, ...values: [number, number]) => ({ name, values });
	const begun = performance.now();
	const current = another(temporaryFolder('bench'));
	let firstPage = 0;
	current.onDidChange(() => {
		if (current.tickets.size > 0) firstPage ||= since(begun);
	});
	await current.refresh();
	const walked = since(begun);
	current.dispose();

	const loading: number[] = [];
	for (let nth = 0; nth < loads; nth++) {
		const cached = another();
		const before = performance.now();
		await cached.open();
		loading.push(since(before));
		if (cached.tickets.size !== count) throw new Error(`loaded ${cached.tickets.size} of ${count} tickets`);
		cached.dispose();
	}
	const putting: number[] = [];
	for (let nth = 0; nth < updates; nth++) {
		const ticket = trackerCache.tickets.get(1 + ((nth * 31) % count));
		if (!ticket) continue;
		const before = performance.now();
		trackerCache.put({ ...ticket, title: `${ticket.title} ${nth}` });
		// The numbers in the row of the tracker are counted later, once for all updates of a second.
		await trackerCache.ticketsSettled();
		putting.push(since(before));
		await sleep(pauseMs);
	}
	const without = usedHeap();
	const one = another();
	await one.open();
	const kept = (usedHeap() - without) / 1e6;
	one.dispose();

	const [load, update] = [median(loading), median(putting)];
	return {
		rows: [
			row('from the disk, ms', load, Math.max(...loading)),
			row('one update until it is on the disk, ms', update, Math.max(...putting)),
			row('all pages from the sandbox in this process: the first shown, all, ms', firstPage, walked),
			row('heap, MB: each time, and for 100,000', kept, kept * 10),
		],
		goals: [
			{ goal: `10,000 tickets are read from the disk within 40 ms: ${load.toFixed(1)} ms`, met: load <= 40 },
			{ goal: `an update is on the disk within 1 ms: ${update.toFixed(2)} ms`, met: update <= 1 },
			{ goal: `100,000 tickets take at most 150 MB: ${(kept * 10).toFixed(0)} MB`, met: kept * 10 <= 150 },
		],
	};
}

/** A tracker with 10,000 tickets, as the extension stores it. */
export async function tickets(): Promise<Table> {
	const forge = await startForge({ port: 0, scale: 1 });
	const network = plainTransport();
	const token = forge.users.find(({ name }) => name === key.owner)?.token;
	const log = new Log(createRecordWriter({ write: () => {} }, new Secrets()));
	const pages: ((at: number) => void)[] = [];
	const nextPage = () => new Promise<number>((resolve) => pages.push(resolve));
	const client = connect(
		trackerRows,
		wire({
			base: forge.addresses.trackers,
			token: () => token,
			fetch: async (...asked) => {
				const answer = await network.fetch(...asked);
				const now = performance.now();
				if (/\/tickets$/.test(String(asked[0]))) for (const tell of pages.splice(0)) tell(now);
				return answer;
			},
			queues: new Queues(),
			agent: 'Tildeforge/bench',
			log,
		}),
	);
	const folder = join(temporaryFolder('bench'), 'cache');
	const another = (at = folder) => new TrackerCache({ key, client, cache: fileStorage(at, log), log });
	const trackerCache = another();
	await trackerCache.refresh();
	await trackerCache.settled();
	if (trackerCache.tickets.size !== count)
		throw new Error(`${trackerCache.tickets.size} tickets: ${trackerCache.lastError?.message}`);
	const measured: Pick<Table, 'rows' | 'goals'>[] = [];
	for (const part of parts) measured.push(await part({ trackerCache, another, nextPage }));
	trackerCache.dispose();
	network.dispose();
	await forge.stop();
	return {
		about: `A tracker of 10,000 tickets: median and worst of ${loads} loads, of ${updates} updates`,
		columns: ['median', 'worst'],
		rows: measured.flatMap(({ rows }) => rows),
		goals: measured.flatMap(({ goals }) => goals),
	};
}
