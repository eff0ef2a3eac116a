import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Tally } from './tally.ts';

/** Messages from a suite in the extension host to the runner: lines to print, and finally the result. */
export type SuiteMessage<Result = Tally> = { readonly line: string } | { readonly result: Result };

/** What the runner passes to the suite in an environment variable. They share nothing else. */
export interface SuiteTask {
	readonly port: number;
	readonly file: string;
	readonly grep?: string | undefined;
	/** Runs only the tests with these full titles. */
	readonly only?: readonly string[] | undefined;
	/** Other input of this suite, such as the addresses of its forge or the parameters of a benchmark. */
	readonly given: Readonly<Record<string, unknown>>;
}

export const taskVariable = 'TILDEFORGE_SUITE';

/** Longer than a window takes to open, and than any test may take. */
const timeoutMs = 90_000;

/** The runner's end of the channel, for one suite. A suite that is silent for too long fails. */
export async function openSuiteChannel<Result = Tally>(print: (line: string) => void) {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	const ended = Promise.withResolvers<Result>();
	ended.promise.catch(() => {});
	let isConnected = false;
	const timeout = setTimeout(() => {
		const what = isConnected ? 'The tests reported nothing' : 'The editor did not start the tests';
		ended.reject(new Error(`${what} within ${timeoutMs / 1000} seconds.`));
	}, timeoutMs);
	server.on('connection', (socket) => {
		isConnected = true;
		createInterface({ input: socket }).on('line', (text) => {
			timeout.refresh();
			const message: SuiteMessage<Result> = JSON.parse(text);
			if ('line' in message) print(message.line);
			else ended.resolve(message.result);
		});
		socket.on('error', () => {});
		socket.on('close', () => ended.reject(new Error('The extension host ended before its tests did.')));
	});
	return {
		port,
		result: ended.promise,
		/** Call this when the window is closed. A suite that has not connected by then fails. */
		close: () => {
			clearTimeout(timeout);
			server.close();
			if (!isConnected) ended.reject(new Error('The editor ended before it started the tests.'));
		},
	};
}
