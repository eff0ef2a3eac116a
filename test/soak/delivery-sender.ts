import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { background } from '../../src/base/background.ts';
import { sleep } from '../../src/base/clock.ts';
import { SigningKey } from '../../src/sandbox/server/delivery.ts';

/** The input of the process that stands between the forge and the windows, as a bad tunnel. */
export interface SenderTask {
	/** Where the windows receive. */
	readonly port: number;
}

export type SenderOrder =
	/**
	 * Sends what the forge delivers, in any order and most of it repeatedly: `count` times in about `ms` milliseconds. `key` is the forge's,
	 * as `SigningKey` stores it.
	 */
	| { readonly kind: 'begin'; readonly count: number; readonly ms: number; readonly key: string }
	/** Sends the rest at once. */
	| { readonly kind: 'hurry' }
	/** The forge has made its last delivery. */
	| { readonly kind: 'end' };

export type SenderReport =
	| { readonly kind: 'open'; readonly address: string }
	/** The answer to one delivery; 0 for none. */
	| { readonly kind: 'answered'; readonly status: number; readonly at: number }
	/** All are sent. How many the forge has made. */
	| { readonly kind: 'done'; readonly deliveries: number };

interface Held {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

const task: SenderTask = JSON.parse(process.argv[2] ?? '');
let key: SigningKey | undefined;
const report = (one: SenderReport) => process.send?.(one);
process.on('disconnect', () => process.exit());
const maxAtOnce = 8;
/** The share of deliveries that are repeated. */
const repeatedShare = 0.7;
/** The share of repeats that have a new nonce. The listener refuses the others as replays. */
const signedShare = 0.8;

let deliveries = 0;
let unsent: Held[] = [];
/** Those that may be repeated. */
let repeated: Held[] = [];
let isHurrying = false;
let isEnding = false;

const takeRandom = <T>(from: T[]): T | undefined =>
	from.splice(Math.floor(Math.random() * from.length), 1)[0];

/** The forge's next attempt to make the same delivery. */
function signAgain({ headers, body, ...rest }: Held): Held {
	const nonce = randomBytes(8).toString('hex');
	const signed = { 'x-payload-nonce': nonce, 'x-payload-signature': key?.sign(body, nonce) };
	return { ...rest, body, headers: { ...headers, ...signed } };
}

function next(left: number): Held | undefined {
	if (unsent.length >= left || repeated.length === 0 || Math.random() < 0.1) {
		const one = takeRandom(unsent);
		if (one && Math.random() < repeatedShare) repeated.push(one);
		if (one) return one;
	}
	const one = repeated[Math.floor(Math.random() * repeated.length)];
	return one && Math.random() < signedShare ? signAgain(one) : one;
}

function send({ path, headers, body }: Held): Promise<number> {
	return new Promise((resolve) => {
		const { host: _, connection: __, ...rest } = headers;
		const asked = request(
			{
				host: '127.0.0.1',
				port: task.port,
				path,
				method: 'POST',
				headers: rest,
				agent: false,
				timeout: 5000,
			},
			(answer) => answer.resume().once('close', () => resolve(answer.statusCode ?? 0)),
		);
		asked.once('timeout', () => asked.destroy());
		asked.once('error', () => resolve(0));
		asked.end(body);
	});
}

async function deliver(one: Held): Promise<void> {
	const status = await send(one);
	report({ kind: 'answered', status, at: Date.now() });
}

async function burst(count: number, ms: number): Promise<void> {
	const running = new Set<Promise<unknown>>();
	for (let sent = 0; sent < count || !isEnding || unsent.length > 0; ) {
		if (!isHurrying) await sleep(ms / count);
		const one = sent < count ? next(count - sent) : takeRandom(unsent);
		if (one) {
			sent += 1;
			const sending: Promise<unknown> = deliver(one).then(() => running.delete(sending));
			running.add(sending);
		}
		if (running.size >= maxAtOnce) await Promise.race(running);
		else if (!one) await sleep(10);
	}
	await Promise.all(running);
	report({ kind: 'done', deliveries });
	[deliveries, unsent, repeated, isHurrying, isEnding] = [0, [], [], false, false];
}

process.on('message', (order: SenderOrder) => {
	if (order.kind === 'begin') {
		key = new SigningKey(order.key);
		background(burst(order.count, order.ms));
	}
	isHurrying ||= order.kind === 'hurry';
	isEnding ||= order.kind === 'end';
});
const server = createServer(async (asked, answer) => {
	const parts: Buffer[] = [];
	for await (const part of asked) parts.push(part);
	unsent.push({ path: asked.url ?? '', headers: asked.headers, body: Buffer.concat(parts) });
	deliveries += 1;
	answer.end();
});
server.listen(0, '127.0.0.1', () => {
	report({ kind: 'open', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
