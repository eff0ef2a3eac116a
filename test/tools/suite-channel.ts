import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Tally } from './tally.ts';

/** What a suite inside the extension host says to the runner outside: lines to print, and at its end a result. */
export type SuiteMessage<Result = Tally> = { readonly line: string } | { readonly result: Result };

/** What the runner tells the suite, by way of the environment: the two share nothing else. */
export interface SuiteTask {
	readonly port: number;
	readonly file: string;
	readonly grep?: string | undefined;
	/** The whole titles of the only tests to run. */
	readonly only?: readonly string[] | undefined;
	/** Whatever else this suite needs to know: addresses of its forge, numbers of a benchmark. */
	readonly given: Readonly<Record<string, unknown>>;
}

export const taskVariable = 'TILDEFORGE_SUITE';

/** Longer than a window takes to come up, and than any test may. */
const patience = 90_000;

/** The outside end: hears one suite. A suite that is silent for too long has failed. */
export async function openSuiteChannel<Result = Tally>(print: (line: string) => void) {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	const ended = Promise.withResolvers<Result>();
	ended.promise.catch(() => {});
	let heard = false;
	const silent = setTimeout(() => {
		const what = heard ? 'Nothing was heard from the tests' : 'The editor did not start the tests';
		ended.reject(new Error(`${what} for ${patience / 1000} seconds.`));
	}, patience);
	server.on('connection', (socket) => {
		heard = true;
		createInterface({ input: socket }).on('line', (text) => {
			silent.refresh();
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
		/** The window is gone: a suite that was never heard of will not be. */
		close: () => {
			clearTimeout(silent);
			server.close();
			if (!heard) ended.reject(new Error('The editor ended before it started the tests.'));
		},
	};
}
