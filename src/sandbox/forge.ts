import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const areas = ['identity', 'lists', 'repositories', 'trackers'] as const;

type Area = (typeof areas)[number];

export interface Forge {
	/** The four base addresses. */
	readonly addresses: Readonly<Record<Area, string>>;
	stop(): Promise<void>;
}

/** One area: it tells its version, as real ones do, and knows nothing else yet. */
function area(): Server {
	return createServer((request, response) => {
		const known = request.method === 'GET' && request.url === '/api/version';
		const body = known ? { version: '0.1.0' } : { errors: [{ reason: 'Not found' }] };
		response.writeHead(known ? 200 : 404, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(body));
	});
}

async function listen(server: Server, port: number): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const { port: actual } = server.address() as AddressInfo;
	return `http://127.0.0.1:${actual}`;
}

/**
 * The sandbox forge: four areas on four addresses of this machine. `port` is the first of four that follow one another;
 * 0 takes whichever are free.
 */
export async function startForge({ port }: { port: number }): Promise<Forge> {
	const servers = areas.map(() => area());
	const stop = async () => {
		await Promise.all(
			servers.map(
				(server) =>
					new Promise<void>((resolve) => {
						server.close(() => resolve());
						server.closeAllConnections();
					}),
			),
		);
	};
	try {
		const [identity, lists, repositories, trackers] = await Promise.all(
			servers.map((server, index) => listen(server, port === 0 ? 0 : port + index)),
		);
		if (!identity || !lists || !repositories || !trackers) throw new Error('an area has no address');
		return { addresses: { identity, lists, repositories, trackers }, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
