import { append } from '../../../../src/base/collections.ts';

import { SigningKey } from '../../../../src/sandbox/server/delivery.ts';
import { Connection, exchange, newHookSecret, requestBytes, signedHeaders } from './deliveries.ts';

const body = '{"id":1}';
const tooLong = `"${'a'.repeat(10 * 1024 * 1024)}"`;

/** Attacks the address of a webhook, as programs on this machine or the visitors of a tunnel could. Ends when all connections are closed. */
export async function attackListener(address: string): Promise<void> {
	const { port: shown, pathname: path } = new URL(address);
	const port = Number(shown);
	const ask = (...parts: Parameters<typeof requestBytes>) => exchange(port, requestBytes(...parts));
	const { 'x-payload-signature': _, ...unsigned } = signedHeaders(body);
	for (let nth = 0; nth < 100; nth++) {
		await Promise.all([
			ask(`/hook/${newHookSecret()}`),
			ask(path.slice(0, -1)),
			ask(path, { headers: unsigned }),
			ask(path, { headers: signedHeaders(body, { key: new SigningKey() }) }),
			ask(path, { method: 'GET' }),
			ask(path, { hosts: ['evil.example'] }),
		]);
	}
	const pipelined = Array.from({ length: 500 }, () => requestBytes(path));
	const chunked = `${tooLong.length.toString(16)}\r\n${tooLong}\r\n0\r\n\r\n`;
	await Promise.all([
		exchange(port, Buffer.concat(pipelined)),
		...Array.from({ length: 5 }, () => ask(path, { body: tooLong })),
		ask(path, { headers: { ...signedHeaders(tooLong), 'transfer-encoding': 'chunked' }, body: chunked }),
	]);
	const slow = Array.from({ length: 100 }, () => exchange(port, requestBytes(path).subarray(0, 100)));
	const idle: Connection[] = [];
	for (let nth = 0; nth < 20; nth++) {
		const more = Array.from({ length: 200 }, () => new Connection(port));
		// Most of them are closed when newer ones come.
		await Promise.all(more.slice(0, 100).map(({ received }) => received));
		append(idle, more);
	}
	await Promise.all([...slow, ...idle.map(({ received }) => received)]);
}
