import { createServer } from 'node:net';
import { Stop } from './stop.ts';

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
