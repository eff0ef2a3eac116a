import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface LocalProxy {
	readonly address: string;
	/** The host and port of each request. */
	readonly asked: readonly string[];
	stop(): Promise<void>;
}

/** Starts a proxy that resolves every name to this machine. With a `login`, it refuses clients without these credentials. */
export async function startProxy(login?: string): Promise<LocalProxy> {
	const asked: string[] = [];
	const sockets = new Set<Socket>();
	const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
	const mayPass = ({ headers }: IncomingMessage) =>
		wanted === undefined || headers['proxy-authorization'] === wanted;
	const challenge = 'Basic realm="test"';

	const server = createServer((incoming, response) => {
		const target = new URL(incoming.url ?? '', 'http://unnamed.invalid');
		asked.push(target.host);
		if (!mayPass(incoming)) {
			response.writeHead(407, { 'proxy-authenticate': challenge }).end();
			return;
		}
		const { method, headers } = incoming;
		const path = `${target.pathname}${target.search}`;
		const options = { host: '127.0.0.1', port: target.port, path, method, headers, agent: false };
		const onward = request(options, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		incoming.pipe(onward);
	});
	server.on('connect', (incoming, socket) => {
		const target = incoming.url ?? '';
		asked.push(target);
		if (!mayPass(incoming)) {
			socket.end(
				`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`,
			);
			return;
		}
		const onward = connect(Number(target.split(':').at(-1)), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
		socket.on('error', () => onward.destroy());
		socket.on('close', () => onward.destroy());
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		asked,
		stop: () => {
			for (const socket of sockets) socket.destroy();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}
