import { attempt, SigningKey } from '../../src/sandbox/server/delivery.ts';

// Sends deliveries as a forge does, and measures the answers. The listener's process works on nothing else for it.

/** What is sent to the addresses in turn. */
export interface Sending {
	readonly urls: readonly string[];
	readonly deliveries: readonly { readonly event: string; readonly payload: string }[];
	readonly count: number;
	/** How many wait for their answers at any time. */
	readonly atOnce: number;
}

export interface Sent {
	/** From the connection to the end of the answer, sorted. */
	readonly times: readonly number[];
	readonly tookMs: number;
	/** By status, where it is not 200. */
	readonly failed: Readonly<Record<string, number>>;
}

const key = new SigningKey();
const timeoutMs = 30_000;

async function send({ urls, deliveries, count, atOnce }: Sending): Promise<Sent> {
	const times: number[] = [];
	const failed: Record<string, number> = {};
	let next = 0;
	const begun = performance.now();
	const worker = async () => {
		while (next < count) {
			const nth = next++;
			const url = urls[nth % urls.length] ?? '';
			const { event, payload } = deliveries[nth % deliveries.length] ?? { event: '', payload: '' };
			const signed = attempt({ id: crypto.randomUUID(), event, url, payload }, key, new Date());
			const before = performance.now();
			const { response_status: status } = await signed.send(timeoutMs);
			times.push(performance.now() - before);
			if (status !== 200) failed[status] = (failed[status] ?? 0) + 1;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return { times: times.sort((a, b) => a - b), tookMs: performance.now() - begun, failed };
}

process.on('message', async (sending: Sending) => {
	process.send?.(await send(sending));
});
process.on('disconnect', () => process.exit());
process.send?.(key.public);
