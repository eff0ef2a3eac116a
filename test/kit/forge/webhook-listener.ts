import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery that a listener received. */
export class Delivery {
	/** The part of the listener's address that identifies the hook. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly bytes: Buffer;

	constructor(path: string, headers: IncomingHttpHeaders, bytes: Buffer) {
		this.path = path;
		this.headers = headers;
		this.bytes = bytes;
	}

	get event(): string {
		return String(this.headers['x-webhook-event']);
	}

	get body(): unknown {
		return JSON.parse(this.bytes.toString());
	}

	/** Verifies the signature as the practice page describes it, without using code of the sandbox. */
	isSignedBy(key: string): boolean {
		const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'base64')]);
		const publicKey = createPublicKey({ key: spki, type: 'spki', format: 'der' });
		const signed = Buffer.concat([this.bytes, Buffer.from(String(this.headers['x-payload-nonce']))]);
		const signature = Buffer.from(String(this.headers['x-payload-signature']), 'base64');
		return verify(null, signed, publicKey, signature);
	}
}

/** A server that receives deliveries, and answers each with a text. A test may replace `answer` at any time. */
export async function startListener(text = 'heard') {
	const heard: Delivery[] = [];
	const answering = {
		answer: (response: ServerResponse, _: Delivery): void => {
			response.end(text);
		},
	};
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		const delivery = new Delivery(request.url ?? '', request.headers, Buffer.concat(parts));
		heard.push(delivery);
		answering.answer(response, delivery);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/`,
		heard,
		answering,
		stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
	};
}

export type Listener = Awaited<ReturnType<typeof startListener>>;
