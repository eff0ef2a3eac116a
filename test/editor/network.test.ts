import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { connect } from '../../src/forge/client/connect.ts';
import { ForgeError, type ForgeErrorKind } from '../../src/forge/contract/errors.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { type Transport, transport } from '../../src/forge/wire/transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { given } from './given.ts';
import { startProxy } from './proxy.ts';

const dispatcher = () => Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
const dispatcherBefore = dispatcher();
const ticketBody = { id: 1, title: 'Through', status: 'reported' };

const fixture = (name: string) => {
	const extension = vscode.extensions.getExtension('tildeforge.tildeforge');
	return readFileSync(join(extension?.extensionPath ?? '', 'test/editor/fixtures', name));
};

const failsWith = (kind: ForgeErrorKind, message: RegExp) => (error: unknown) => {
	assert(error instanceof ForgeError, `${error}`);
	assert.equal(error.kind, kind, error.message);
	assert.match(error.message, message);
	return true;
};

/**
 * Registers a test on platforms that support it, and logs the reason on others. `onlyWhere` would not reach the summary, because each
 * test file is a bundle with its own copy.
 */
const itOn =
	(fits: boolean, why: string) =>
	(title: string, run: () => Promise<void>): void => {
		if (fits) it(title, run);
		else console.log(`Not tested on ${process.platform}: ${title}. ${why}`);
	};
const itOnLinux = itOn(
	process.platform === 'linux',
	'Only there can a test set the certificate authorities of the system.',
);
const itOffWindows = itOn(process.platform !== 'win32', 'This machine has no second address.');

describe('The network of VS Code', () => {
	let network: Transport;
	let ends: (() => unknown)[];

	beforeEach(() => {
		network = transport();
		ends = [];
	});

	afterEach(async () => {
		network.dispose();
		for (const end of ends.reverse()) await end();
	});

	async function setting(name: string, value: unknown): Promise<void> {
		const update = (to: unknown) =>
			vscode.workspace.getConfiguration('http').update(name, to, vscode.ConfigurationTarget.Global);
		ends.push(() => update(undefined));
		await update(value);
	}

	async function proxy(login?: string) {
		const started = await startProxy(login);
		ends.push(() => started.stop());
		return started;
	}

	/** Reads one ticket with the typed functions. */
	function ticketAt(base: string) {
		const carrier = testWire({
			base,
			token: () => 'a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0',
			fetch: network.fetch,
			plainHosts: new Set([new URL(base).host]),
			retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		});
		return connect(trackerRows, carrier).ticket({ owner: '~ana', tracker: 'editor', ticket: 1 });
	}

	/**
	 * Starts a server that can be reached under any name. The sandbox forge answers only to names of this machine, for which the
	 * editor never uses a proxy.
	 */
	async function elsewhere(host = 'forge.example'): Promise<string> {
		const server = createServer((_, response) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(ticketBody));
		}).listen(0, '127.0.0.1');
		ends.push(() => server.close().closeAllConnections());
		await once(server, 'listening');
		return `http://${host}:${(server.address() as AddressInfo).port}`;
	}
	const reachesForge = async (base: string) => assert.equal((await ticketAt(base)).id, 1);

	async function secureServer(certificate: string): Promise<{ port: number; versions: string[] }> {
		const versions: string[] = [];
		const server: Http2SecureServer = createSecureServer(
			{ key: fixture('server-key.pem'), cert: fixture(certificate), allowHTTP1: true },
			(request, response) => {
				versions.push(request.httpVersion);
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(ticketBody));
			},
		);
		const sockets = new Set<{ destroy(): unknown }>();
		server.on('connection', (socket) => sockets.add(socket));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		ends.push(() => {
			for (const socket of sockets) socket.destroy();
			server.close();
		});
		return { port: (server.address() as AddressInfo).port, versions };
	}

	it('reaches the forge when there is no proxy', () => reachesForge(given.forge.trackers));

	for (const support of ['override', 'fallback', 'on']) {
		it(`goes through the configured proxy with proxySupport "${support}"`, async () => {
			const through = await proxy();
			await setting('proxySupport', support);
			await setting('proxy', through.address);
			const base = await elsewhere();
			await reachesForge(base);
			assert.deepEqual(through.asked, [new URL(base).host]);
		});
	}

	itOffWindows('bypasses the proxy for a host in noProxy', async () => {
		const through = await proxy();
		await setting('proxy', through.address);
		const base = await elsewhere('0.0.0.0');
		await reachesForge(base);
		assert.equal(through.asked.length, 1);
		await setting('noProxy', ['0.0.0.0']);
		await reachesForge(base);
		assert.equal(through.asked.length, 1);
	});

	itOffWindows('bypasses the proxy if proxySupport is off', async () => {
		const through = await proxy();
		await setting('proxySupport', 'off');
		await setting('proxy', through.address);
		await reachesForge(await elsewhere('0.0.0.0'));
		assert.deepEqual(through.asked, []);
	});

	it('sends the login in the proxy address to the proxy', async () => {
		const through = await proxy('ada:lace');
		await setting('proxy', through.address.replace('//', '//ada:lace@'));
		await reachesForge(await elsewhere());
	});

	for (const support of ['override', 'on']) {
		for (const base of ['http://forge.example', 'https://forge.example']) {
			it(`names the proxy as the cause if it refuses or cannot be reached, for ${new URL(base).protocol} with proxySupport "${support}"`, async () => {
				const through = await proxy('ada:lace');
				await setting('proxySupport', support);
				await setting('proxy', through.address);
				await assert.rejects(ticketAt(base), failsWith('offline', /^The proxy requires a login/));
				assert(through.asked.length > 0);

				await through.stop();
				const away = failsWith('offline', /^The proxy for .* cannot be reached/);
				await assert.rejects(ticketAt(base), away);
				await setting('proxy', 'http://proxy.invalid:3128');
				await assert.rejects(ticketAt(base), away);
			});
		}
	}

	it('names no proxy as the cause if there is none', async () => {
		const gone = await proxy();
		await gone.stop();
		await assert.rejects(
			ticketAt(gone.address),
			failsWith('offline', /^127\.0\.0\.1:\d+ refused the connection/),
		);
		await assert.rejects(
			ticketAt('https://forge.invalid'),
			failsWith('offline', /^(?!.*proxy).*forge\.invalid/),
		);
	});

	const trust: readonly [what: string, certificate: string, system: boolean, trusted: boolean][] = [
		['an authority of the system', 'system-server.pem', true, true],
		['an authority of the system', 'system-server.pem', false, false],
		['an authority of NODE_EXTRA_CA_CERTS', 'extra-server.pem', false, true],
		['an unknown authority', 'unknown-server.pem', true, false],
		['an unknown authority', 'unknown-server.pem', false, false],
	];
	for (const [what, certificate, system, trusted] of trust) {
		const register = certificate === 'system-server.pem' ? itOnLinux : it;
		register(`${trusted ? 'trusts' : 'refuses'} ${what}, with systemCertificates ${system}`, async () => {
			await setting('systemCertificates', system);
			const { port, versions } = await secureServer(certificate);
			const base = `https://127.0.0.1:${port}`;
			if (trusted) {
				assert.equal((await ticketAt(base)).title, 'Through');
				assert.deepEqual(versions, ['1.1']);
			} else {
				await assert.rejects(ticketAt(base), failsWith('offline', /does not trust its certificate/));
				assert.deepEqual(versions, []);
			}
		});
	}

	itOnLinux('trusts the same authorities through the proxy', async () => {
		const through = await proxy();
		await setting('proxy', through.address);
		const { port } = await secureServer('system-server.pem');
		assert.equal((await ticketAt(`https://forge.example:${port}`)).title, 'Through');
		assert.deepEqual(through.asked, [`forge.example:${port}`]);
		const other = await secureServer('unknown-server.pem');
		await assert.rejects(
			ticketAt(`https://forge.example:${other.port}`),
			failsWith('offline', /does not trust its certificate/),
		);
	});

	itOnLinux('does not use HTTP/2 through the proxy', async () => {
		const through = await proxy();
		await setting('proxy', through.address);
		const { port, versions } = await secureServer('system-server.pem');
		await ticketAt(`https://forge.example:${port}`);
		assert.deepEqual(versions, ['1.1']);
	});

	it('ends a request when the transport is disposed', async () => {
		const silent = createServer(() => network.dispose()).listen(0, '127.0.0.1');
		ends.push(() => silent.close().closeAllConnections());
		await once(silent, 'listening');
		const { port } = silent.address() as AddressInfo;
		await assert.rejects(ticketAt(`http://127.0.0.1:${port}`), { name: 'ForgeError' });
	});

	// Runs last: by now everything above has been loaded and used.
	it('leaves the process-wide dispatcher of fetch unchanged', async () => {
		await reachesForge(given.forge.trackers);
		assert.notEqual(dispatcherBefore, undefined, 'the host has its own from the start');
		assert.equal(dispatcher(), dispatcherBefore);
	});
});
