import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { Emitter } from '../../src/base/emitter.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { Log } from '../../src/base/log.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { Tickets } from '../../src/host/tickets.ts';
import { usualOrder } from '../../src/model/query/query.ts';
import { defaultQueries } from '../../src/model/query/saved.ts';
import { TicketReading } from '../../src/panels/ticket-reading.ts';
import { TicketsView } from '../../src/views/tickets/tickets-view.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { collectGarbage } from '../tools/released.ts';
import { Screen } from '../tools/screen.ts';
import { until } from '../tools/until.ts';
import { accountsOf } from '../unit/host/accounts.ts';
import { bob, startTrackerForge } from '../unit/state/forge.ts';

const megabyte = 1e6;
const mayGrow = 2 * megabyte;

/** The view and the state of tickets as the extension has them, over a forge in this process. */
async function openWorld() {
	const forge = await startTrackerForge([]);
	const folder = temporaryFolder('soak');
	const log = new Log({ write: () => {} }, new Secrets());
	const { forges, signIn, signOut } = accountsOf(forge, folder, log);
	const tickets = await Tickets.open({ forges, folder, log });
	const view: TicketsView = new TicketsView({
		tickets,
		settings: {
			queries: defaultQueries,
			grouping: 'none',
			order: usualOrder,
			filter: () => undefined,
			onDidChange: () => ({ dispose: () => {} }),
		},
		changed: (row) => screen.changed(row),
		isVisible: () => true,
	});
	const screen = new Screen({
		roots: async () => (await Promise.all(tickets.accounts.map((account) => view.rows(account)))).flat(),
		shown: (row) => view.shown(row),
	});

	/** Everything has been read, drawn and written, and nothing is being asked for. */
	async function settle(): Promise<void> {
		const user = new Lifetime();
		const shelves = tickets.accounts.flatMap(({ trackers }) =>
			(trackers.own.value ?? []).map(({ owner, name }) => trackers.tracker(owner.canonical_name, name, user)),
		);
		await until(
			() =>
				shelves.every(
					({ key, complete, reading, tickets: { size } }) =>
						complete &&
						!reading &&
						screen.row(`${key.account}/${key.owner}/${key.tracker}`)?.description ===
							`${size.toLocaleString('en')} open`,
				),
			{ seconds: 120, what: 'all trackers have been read and drawn' },
		);
		await Promise.all(shelves.map((shelf) => shelf.settled()));
		user.dispose();
		await screen.settled();
	}

	/** Reads a ticket as its page does, and closes the page. */
	async function readTicket(tracker: string, ticket: number): Promise<void> {
		const reading = new TicketReading({
			key: { account: 'ana', owner: '~ana', tracker, ticket },
			tickets,
			changed: () => {},
			looks: true,
			owner: () => undefined,
		});
		await until(() => reading.events.length > 0);
		reading.dispose();
	}

	return { forge, folder, tickets, view, screen, signIn, signOut, settle, readTicket };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** What may be held when a part is over, and what it took. */
interface Reading {
	readonly name: string;
	readonly heap: number;
	readonly onDisk: number;
	readonly values: readonly number[];
}

async function bytesIn(folder: string): Promise<{ readonly files: number; readonly bytes: number }> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
	);
	return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function read(name: string, { forge, folder, screen }: World): Promise<Reading> {
	const [requests, rows] = [forge.asked.length, screen.drawn.length];
	for (const counted of [forge.asked, screen.drawn, screen.made]) counted.length = 0;
	await collectGarbage();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	const { files, bytes } = await bytesIn(folder);
	const timers = process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
	const alive = [Emitter, Lifetime].map((kind) => Number(queryObjects(kind, { format: 'count' })));
	const heap = heapUsed + arrayBuffers;
	return { name, heap, onDisk: bytes, values: [rows, requests, ...alive, timers, files] };
}

/** What somebody does in weeks. Each part ends where it began: nothing of it should be left in memory. */
const parts: Readonly<Record<string, (world: World) => Promise<void>>> = {
	'1,000 tickets read, one after the other': async ({ readTicket }) => {
		for (let ticket = 1; ticket <= 1000; ticket++) await readTicket('editor', ticket);
	},
	'200 pages opened at once and closed': async ({ readTicket }) => {
		await Promise.all(Array.from({ length: 200 }, (_, nth) => readTicket('editor', nth + 1)));
	},
	'500 refreshes without news': async ({ forge, view, settle }) => {
		for (let times = 0; times < 500; times++) {
			const before = forge.asked.length;
			view.refresh();
			await until(() => forge.asked.length >= before + 3);
			await settle();
		}
	},
	'50 sign-outs and sign-ins': async ({ screen, signIn, signOut, settle }) => {
		for (let times = 0; times < 50; times++) {
			await signOut('ana');
			await screen.settled();
			signIn('ana');
			await until(() => screen.row('ana/~ana/editor'));
			await settle();
		}
	},
};

/** What stays in memory when the work that it was needed for is over. */
export async function memory(): Promise<Table> {
	const world = await openWorld();
	const { forge, tickets, view, screen, signIn, signOut, settle } = world;
	const readings: Reading[] = [];
	const goals: { goal: string; met: boolean }[] = [];
	const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(2);

	forge.fill(2000);
	signIn('ana');
	await screen.draw();
	await settle();
	await world.readTicket('editor', 1);
	const start = await read('start: a tracker of 2,000 tickets', world);
	readings.push(start);
	for (const [name, part] of Object.entries(parts)) {
		await part(world);
		await settle();
		const after = await read(name, world);
		readings.push(after);
		const grown = after.heap - start.heap;
		goals.push({ goal: `${name}: the heap grows by ${inMegabytes(grown)} of 2 MB`, met: grown <= mayGrow });
		console.log(`${name}: done`);
	}

	const before = process.memoryUsage().heapUsed;
	for (let nth = 0; nth < 9; nth++) {
		const tracker = forge.trackers.create({ name: 'ana' }, { name: `other-${nth}` });
		for (let i = 0; i < 2000; i++) forge.trackers.tickets.open(tracker, bob, { title: `Ticket ${i}` });
	}
	await collectGarbage();
	const ofForge = process.memoryUsage().heapUsed - before;
	view.refresh();
	await until(() => screen.row('ana/~ana/other-8'));
	await settle();
	const ten = await read('ten trackers of 2,000 tickets', world);
	readings.push({ ...ten, heap: ten.heap - ofForge });
	const unexplained = ten.heap - ofForge - start.heap - (ten.onDisk - start.onDisk);
	goals.push({
		goal: `ten trackers: the heap grows by ${inMegabytes(unexplained)} of 2 MB more than what is on the disk`,
		met: unexplained <= mayGrow,
	});

	await signOut('ana');
	await screen.settled();
	const out = await read('signed out', world);
	readings.push({ ...out, heap: out.heap - ofForge });
	const left = out.heap - ofForge - start.heap;
	goals.push({
		goal: `signed out: the heap is ${inMegabytes(left)} MB above the start, of 2`,
		met: left <= mayGrow,
	});

	screen.dispose();
	view.dispose();
	tickets.dispose();
	await forge.stop();
	return {
		about:
			'What stays in memory, in MB compared with the start; rows drawn and requests in each part; what is alive after it',
		columns: ['heap', 'disk', 'rows', 'requests', 'emitters', 'lifetimes', 'timers', 'files'],
		rows: readings.map(({ name, heap, onDisk, values }) => ({
			name,
			values: [(heap - start.heap) / megabyte, onDisk / megabyte, ...values],
		})),
		goals,
	};
}
