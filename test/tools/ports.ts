import { createServer } from 'node:net';
import { Stop } from './stop.ts';

/** What a person typed as a port; 0 is any that is free. */
export function portNumber(typed: string): number {
	const port = Number(typed);
	if (!/^\d+$/.test(typed) || port > 65_530) throw new Stop(`"${typed}" is not a port from 0 to 65530.`);
	return port;
}

/** A port that a person asked for by number and that is taken stops the script before anything is started. */
export async function portIsFree(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const probe = createServer();
		probe.once('error', (error) =>
			reject(new Stop(`Port ${port} cannot be used (${error.message}). Choose another: -- --port N.`)),
		);
		probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
	});
}

/**
 * A port that is free and stays so: it is below those that systems give to whoever asks for any, as all servers and
 * connections of the tests do.
 */
export async function freePort(): Promise<number> {
	for (let left = 100; ; left--) {
		const port = 10_240 + Math.floor(Math.random() * 16_000);
		try {
			await portIsFree(port);
			return port;
		} catch (error) {
			if (!(error instanceof Stop) || left <= 1) throw error;
		}
	}
}
