import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { queryObjects } from 'node:v8';
import { Emitter } from '../../src/base/emitter.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { Log } from '../../src/base/log/log.ts';
import { TicketLoader } from '../../src/tickets/page/loader.ts';
import { discussionsFolder } from '../../src/tickets/state/discussion.ts';
import type { Table } from '../bench/table.ts';
import { startTrackerForge } from '../kit/forge/tracker-forge.ts';
import { openTicketsScreen } from '../kit/window/tickets-screen.ts';
import { temporaryFolder } from '../tools/places.ts';
import { collectGarbage } from '../tools/released.ts';
import { until } from '../tools/until.ts';

const megabyte = 1e6;
const mayGrow = 2 * megabyte;
/** The heap is stable when a collection frees less than this. */
const settledWithin = 0.02 * megabyte;

/** The Tickets view and its state as in the extension, with a forge in this process. */
async function openWorld() {
	const forge = await startTrackerForge([]);
	const folder = temporaryFolder('soak');
	const log = new Log(() => {});
	const opened = await openTicketsScreen({ forge, folder, log });

	/** Reads a ticket as its page does, and closes the page. */
	async function readTicket(tracker: string, ticket: number): Promise<void> {
		const key = { account: 'ana', owner: '~ana', tracker, ticket };
		const reading = new TicketLoader(key, opened.tickets, () => {}, true);
		await until(() => reading.events.length > 0);
		reading.dispose();
	}

	return { ...opened, forge, folder, settle: () => opened.settle(120), readTicket };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** The state after a part, and what the part took. */
interface Reading {
	readonly name: string;
	readonly heap: number;
	/** The part of the heap that the data on disk and on screen explain. */
	readonly explained: number;
	readonly values: readonly number[];
}

/** The heap in bytes, once collections free nothing more. Some objects are released only by later events. */
async function usedHeap(): Promise<number> {
	let heap = Number.POSITIVE_INFINITY;
	await until(
		async () => {
			const before = heap;
			await collectGarbage();
			const { heapUsed, arrayBuffers } = process.memoryUsage();
			heap = heapUsed + arrayBuffers;
			return heap > before - settledWithin;
		},
		{ seconds: 60, what: 'the heap settles' },
	);
	return heap;
}

/** The size of a value on the heap, in bytes. */
async function heapOf(make: () => unknown): Promise<number> {
	const before = await usedHeap();
	const held = { value: await make() };
	const bytes = (await usedHeap()) - before;
	// Keeps the value alive until it is measured.
	assert.ok('value' in held);
	return bytes;
}

async function filesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** The trackers, tickets and labels in the files. Discussions are left out: only those in use must be in memory. */
async function stored(folder: string): Promise<unknown> {
	const files = (await filesIn(folder)).filter(
		(file) => !relative(folder, file).split(sep).includes(discussionsFolder),
	);
	return Promise.all(
		files.map(async (file) => {
			const values = new Map<unknown, unknown>();
			for (const line of (await readFile(file, 'utf8')).split('\n').filter(Boolean)) {
				const value = JSON.parse(line);
				// A file holds one value, or a log of keys and values in which the last value of a key counts.
				if ('k' in value) values.set(value.k, value.v);
				else values.set(undefined, value);
			}
			return values;
		}),
	);
}

/**
 * Measures what must be in memory instead of counting bytes of JSON: a ticket takes a third more as an object than as JSON, and its
 * row in the view takes twice as much again. So the values in the files are loaded a second time, as plain data by their keys, and
 * the rows are made a second time. The heap that these take is explained. All else that the extension keeps (indexes, what was
 * drawn, answers, connections) must fit into `mayGrow`.
 */
async function read(name: string, { forge, folder, screen }: World): Promise<Reading> {
	const [requests, rows] = [forge.asked.length, screen.drawn.length];
	for (const counted of [forge.asked, screen.drawn, screen.made]) counted.length = 0;
	const heap = await usedHeap();
	const timers = process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
	const alive = [Emitter, Lifetime].map((kind) => Number(queryObjects(kind, { format: 'count' })));
	const explained = (await heapOf(() => stored(folder))) + (await heapOf(() => screen.makeAgain()));
	const { length: files } = await filesIn(folder);
	return { name, heap, explained, values: [rows, requests, ...alive, timers, files] };
}

/** The actions of a user over weeks. Each part ends in the state in which it began and should leave nothing in memory. */
const parts: Readonly<Record<string, (world: World) => Promise<void>>> = {
	'1,000 tickets read, one after the other': async ({ readTicket }) => {
		for (let ticket = 1; ticket <= 1000; ticket++) await readTicket('editor', ticket);
	},
	'200 pages opened at once and closed': async ({ readTicket }) => {
		await Promise.all(Array.from({ length: 200 }, (_, nth) => readTicket('editor', nth + 1)));
	},
	'500 refreshes without changes': async ({ forge, view, settle }) => {
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
			// As in the hours between two sign-ins of a user. Without it, V8 sizes the weak maps of facts about tickets for the tickets of
			// all 50 sign-ins, depending on when it happens to collect, and never shrinks them.
			await collectGarbage();
			signIn('ana');
			await until(() => screen.row('ana/~ana/editor'));
			await settle();
		}
	},
};

/** Runs the code of the parts once. Compiled code stays in memory, no matter how often it runs. */
async function warmUp({ readTicket, view, screen, signIn, signOut, settle }: World): Promise<void> {
	for (let ticket = 1; ticket <= 20; ticket++) await readTicket('editor', ticket);
	view.refresh();
	await settle();
	await signOut('ana');
	await screen.settled();
	signIn('ana');
	await until(() => screen.row('ana/~ana/editor'));
	await settle();
	await readTicket('editor', 1);
}

/** Measures what stays in memory after work is finished. */
export async function memory(): Promise<Table> {
	const world = await openWorld();
	const { forge, view, screen, signIn, signOut, settle } = world;
	const readings: Reading[] = [];
	const goals: { goal: string; met: boolean }[] = [];
	const take = async (name: string, { ofForge = 0 } = {}): Promise<void> => {
		const { heap, ...rest } = await read(name, world);
		const reading = { ...rest, heap: heap - ofForge };
		readings.push(reading);
		const [start = reading] = readings;
		if (reading === start) return;
		const grown = reading.heap - start.heap - (reading.explained - start.explained);
		const [grownMegabytes, limitMegabytes] = [grown, mayGrow].map((bytes) => (bytes / megabyte).toFixed(2));
		goals.push({
			goal: `${name}: the heap grows by ${grownMegabytes} MB more than is explained, of ${limitMegabytes}`,
			met: grown <= mayGrow,
		});
		console.log(`${name}: done`);
	};

	forge.fill(2000);
	signIn('ana');
	await screen.draw();
	await settle();
	await warmUp(world);
	await take('start: a tracker of 2,000 tickets');
	for (const [name, part] of Object.entries(parts)) {
		await part(world);
		await settle();
		await take(name);
	}

	const ofForge = await heapOf(() => {
		for (let nth = 0; nth < 9; nth++) forge.fill(2000, `other-${nth}`);
	});
	view.refresh();
	await until(() => screen.row('ana/~ana/other-8'));
	await settle();
	await take('ten trackers of 2,000 tickets', { ofForge });

	// One request for the list of trackers, and two for each tracker.
	const mayAsk = 21;
	view.refresh();
	await until(() => forge.asked.length >= mayAsk);
	await settle();
	const [requests, rows] = [forge.asked.length, screen.drawn.length];
	goals.push({
		goal: `a refresh of ten trackers without changes: ${requests} requests of ${mayAsk}, ${rows} rows drawn of 0`,
		met: requests <= mayAsk && rows === 0,
	});
	await take('a refresh of ten trackers without changes', { ofForge });

	await signOut('ana');
	await screen.settled();
	await take('signed out', { ofForge });

	world.dispose();
	await forge.stop();
	const start = readings[0] ?? assert.fail();
	return {
		about:
			'What stays in memory, and what the disk and the screen explain of it, in MB compared with the start; rows drawn and requests in each part; what is alive after it',
		columns: ['heap', 'explained', 'rows', 'requests', 'emitters', 'lifetimes', 'timers', 'files'],
		rows: readings.map(({ name, heap, explained, values }) => ({
			name,
			values: [(heap - start.heap) / megabyte, (explained - start.explained) / megabyte, ...values],
		})),
		goals,
	};
}
