import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Tally } from './mocha.ts';

/** What a suite inside the extension host says to the runner outside: lines to print, and at its end a result. */
export type SuiteMessage<Result = Tally> = { readonly line: string } | { readonly result: Result };

/** What the runner tells the suite, by way of the environment: the two share nothing else. */
export interface SuiteTask {
	readonly port: number;
	readonly file: string;
	readonly grep?: string | undefined;
	/** Whatever else this suite needs to know: addresses of its forge, numbers of a benchmark. */
	readonly given: Readonly<Record<string, unknown>>;
}

export const taskVariable = 'TILDEFORGE_SUITE';

/** The outside end: hears one suite. */
export async function openSuiteChannel<Result = Tally>(print: (line: string) => void) {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	const connected = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<Result>();
	ended.promise.catch(() => {});
	let heard = false;
	server.on('connection', (socket) => {
		heard = true;
		connected.resolve();
		const lines = createInterface({ input: socket });
		lines.on('line', (text) => {
			const message: SuiteMessage<Result> = JSON.parse(text);
			if ('line' in message) print(message.line);
			else ended.resolve(message.result);
		});
		socket.on('error', () => {});
		socket.on('close', () => ended.reject(new Error('The extension host ended before its tests did.')));
	});
	return {
		port,
		connected: connected.promise,
		result: ended.promise,
		/** The window is gone: a suite that was never heard of will not be. */
		close: () => {
			server.close();
			if (!heard) ended.reject(new Error('The editor ended before it started the tests.'));
		},
	};
}
