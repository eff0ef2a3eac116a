import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { forEachConcurrently } from '../../src/base/for-each-concurrently.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { connect } from '../../src/forge/client/connect.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import type { Area } from '../../src/signin/connections/connection.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import { usedHeap } from './heap.ts';
import type { Sending, Sent } from './live-sender.ts';
import { openLiveWindow } from './live-window.ts';
import { median, type Table } from './table.ts';

const me = '~carol';
const trackerCount = 5;
const ticketsEach = 200;
/** How many deliveries a forge sends at a time: a quarter of what the listener accepts. */
const atOnce = 16;
/** All rounds together send 100,000 deliveries. Between them, the other server is measured. */
const rounds = 10;
const deliveriesEach = 10_000;
const plainEach = 4000;
/** The nonces of 50,000 deliveries are remembered. Those of further deliveries replace them. */
const roundsUntilFull = 5;
/**
 * 5 MB for 50,000 nonces of about 100 bytes, 1 MB for 1,000 events, and as much again for what the engine keeps. Nonces that nothing
 * replaces would take 10 MB.
 */
const maxHeapMb = 12;

type ForgeProcess = Awaited<ReturnType<typeof startForgeProcess>>;

/** Sends deliveries to the webhooks of a window, which then reads the forge, and requests to a server that only answers. */
export async function live(): Promise<Table> {
	const lifetime = new Lifetime();
	const forge = await startForgeProcess(lifetime);
	try {
		const { key, send } = await startSender(lifetime);
		return await measure(await openHooks(forge, key, lifetime), send, await startPlainServer(lifetime));
	} finally {
		lifetime.dispose();
		await forge.stop();
	}
}

async function measure(
	{ inbox, urls, requests, deliveries }: Awaited<ReturnType<typeof openHooks>>,
	send: (sending: Sending) => Promise<Sent>,
	plainUrl: string,
): Promise<Table> {
	const count = deliveries.length;
	const heapBefore = usedHeap();
	const begun = performance.now();
	await send({ urls, deliveries, count: 2 * count, atOnce });
	await until(() => inbox.events.entries.length >= count, { seconds: 300, what: 'all events are stored' });
	const applied = (2 * count) / ((performance.now() - begun) / 1000);
	if (inbox.events.entries.length > count)
		throw new Error(`${inbox.events.entries.length} events of ${count} tickets`);

	const plainUrls = [plainUrl];
	await send({ urls: plainUrls, deliveries, count: plainEach, atOnce });
	const requestsBefore = requests();
	const heaps: number[] = [];
	const plain: Sent[] = [];
	const ours: Sent[] = [];
	for (let round = 0; round < rounds; round++) {
		plain.push(await send({ urls: plainUrls, deliveries, count: plainEach, atOnce }));
		ours.push(await send({ urls, deliveries, count: deliveriesEach, atOnce }));
		heaps.push((usedHeap() - heapBefore) / 1e6);
	}
	const asked = requests() - requestsBefore;
	if (inbox.events.entries.length > count) throw new Error('A repeated delivery has led to another event.');
	const [full, end] = [heaps[roundsUntilFull - 1] ?? 0, heaps.at(-1) ?? 0];
	const of = (measured: (sent: Sent) => number) => [ours, plain].map((all) => median(all.map(measured)));
	const slowest = [ours, plain].map((all) => Math.max(...all.map(({ times }) => times.at(-1) ?? 0)));
	const [late = 0, plainLate = 0] = of(timeOf(0.99));
	const ratio = (late / plainLate).toFixed(1);
	return {
		about: `${rounds * deliveriesEach} deliveries, ${atOnce} at a time, medians of ${rounds} rounds`,
		columns: ['webhooks', 'a server that only answers'],
		rows: [
			{ name: 'verified, read from the forge and stored: deliveries a second', values: [applied] },
			{ name: 'answers a second', values: of(({ times, tookMs }) => times.length / (tookMs / 1000)) },
			{ name: 'an answer, ms: median', values: of(timeOf(0.5)) },
			{ name: 'an answer, ms: 99 of 100 take at most', values: [late, plainLate] },
			{ name: 'an answer, ms: the slowest of all', values: slowest },
			{ name: 'requests to the forge because of all deliveries', values: [asked] },
			{ name: 'heap kept, MB: after 50,000 deliveries', values: [full] },
			{ name: 'heap kept, MB: after 100,000 deliveries', values: [end] },
		],
		goals: [
			{
				goal: `99 of 100 answers take at most 50 ms: ${late.toFixed(0)} ms, ${ratio} × a server that only answers`,
				met: late <= 50,
			},
			{
				goal: `100,000 deliveries leave at most ${maxHeapMb} MB of heap: ${end.toFixed(1)} MB`,
				met: end <= maxHeapMb,
			},
		],
	};
}

const timeOf =
	(part: number) =>
	({ times }: Sent): number =>
		times[Math.floor(times.length * part)] ?? 0;

/** A window whose webhooks are registered, and deliveries about tickets that it has not read. */
async function openHooks({ addresses, tokenOf, clientOf }: ForgeProcess, key: string, lifetime: Lifetime) {
	const names = Array.from({ length: trackerCount }, (_, nth) => `bench-${nth}`);
	const [carol, bob] = [clientOf(me), clientOf('~bob')];
	for (const name of names) await carol.createTracker({}, { name });
	const { account, inbox, live, requests } = await openLiveWindow(
		{ folder: temporaryFolder('bench'), me, token: tokenOf(me), addresses, webhookKey: key },
		lifetime,
	);
	inbox.setFocus(true);
	inbox.refresh();
	const watched = inbox.watched.filter(({ hookTarget }) => hookTarget.family === 'tracker');
	const isReady = () =>
		watched.every(
			(one) => live.stateOf(one).kind === 'registered' && inbox.pollOf(one.id)?.readAt !== undefined,
		);
	await until(isReady, { seconds: 60, what: 'the webhooks are registered and the trackers are read' });
	const urls = new Set<string>();
	for (const { hookTarget } of watched)
		for await (const { rows } of account.connection
			.webhooks('tracker', account.session)
			?.hooks(hookTarget.params) ?? [])
			for (const { url } of rows) urls.add(url);
	const deliveries: { readonly event: string; readonly payload: string }[] = [];
	await forEachConcurrently(names, 4, async (tracker) => {
		for (let nth = 0; nth < ticketsEach; nth++) {
			const description = 'The cursor is at the wrong place. '.repeat(16);
			const ticket = await bob.createTicket({ owner: me, tracker }, { title: `Ticket ${nth}`, description });
			deliveries.push({ event: 'ticket:create', payload: JSON.stringify(ticket) });
		}
	});
	return { inbox, requests, deliveries, urls: [...urls] };
}

/** The process that sends requests. It signs deliveries with the key. */
async function startSender(lifetime: Lifetime) {
	const child = fork(join(root, 'test/bench/live-sender.ts'));
	lifetime.add({ dispose: () => child.kill() });
	const [key]: string[] = await once(child, 'message');
	const send = async (sending: Sending): Promise<Sent> => {
		child.send(sending);
		const [sent]: Sent[] = await once(child, 'message');
		if (!sent) throw new Error('The sender has not answered.');
		const failed = Object.entries(sent.failed).map(([status, count]) => `${count} × ${status}`);
		if (failed.length > 0) throw new Error(`Answers that were not 200: ${failed.join(', ')}`);
		return sent;
	};
	return { key: key ?? '', send };
}

async function startPlainServer(lifetime: Lifetime): Promise<string> {
	const server = createServer((_, response) => response.writeHead(200, { connection: 'close' }).end());
	lifetime.add({ dispose: () => server.close().closeAllConnections() });
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startForgeProcess(lifetime: Lifetime) {
	const forge = new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), 'forge']);
	const [line] = await forge.waitForLine(/^\{.*\}$/);
	const { users, ...addresses }: ForgeFacts = JSON.parse(line);
	const network = lifetime.add(plainTransport());
	const tokenOf = (user: string) => users.find(({ name }) => name === user)?.token ?? '';
	const clientOf = (user: string) =>
		connect(
			trackerRows,
			testWire({ base: addresses.trackers, token: () => tokenOf(user), fetch: network.fetch }),
		);
	return { addresses, tokenOf, clientOf, stop: () => forge.stop() };
}

interface ForgeFacts extends Readonly<Record<Area, string>> {
	readonly users: readonly { readonly name: string; readonly token: string }[];
}
