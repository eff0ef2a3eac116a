import { createServer } from 'node:net';
import { Stop } from './stop.ts';

/** Parses a port that the user typed. 0 means any free port. */
export function portNumber(typed: string): number {
	const port = Number(typed);
	if (!/^\d+$/.test(typed) || port > 65_530) throw new Stop(`"${typed}" is not a port from 0 to 65530.`);
	return port;
}

/** Throws a `Stop` if a port is taken. */
export async function requireFreePort(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const probe = createServer();
		probe.once('error', (error) =>
			reject(new Stop(`Port ${port} cannot be used (${error.message}). Choose another: -- --port N.`)),
		);
		probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
	});
}

/**
 * Finds a port that is free and stays free. It is below the range from which systems assign ports on request, as they do for
 * all servers and connections of the tests.
 */
export async function freePort(): Promise<number> {
	for (let left = 100; ; left--) {
		const port = 10_240 + Math.floor(Math.random() * 16_000);
		try {
			await requireFreePort(port);
			return port;
		} catch (error) {
			if (!(error instanceof Stop) || left <= 1) throw error;
		}
	}
}
