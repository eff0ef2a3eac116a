import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Lifetime } from '../../../../src/base/lifetime.ts';

import { SigningKey } from '../../../../src/sandbox/server/delivery.ts';
import { until } from '../../../tools/until.ts';
import {
	Connection,
	exchange,
	newHookSecret,
	requestBytes,
	signedHeaders,
	startTestListener,
	statusOf,
} from './deliveries.ts';

const body = '{"id":1}';
const withoutDate = (answer: string) => answer.replace(/^Date: .*\r\n/im, '');

describe('The webhook listener under attack', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	it('gives the same answer to every wrong path, whatever the method, the host and the content', async () => {
		const { addHook, ask, port, received } = await startTestListener(lifetime);
		const { path, remove } = addHook();
		const removed = addHook();
		removed.remove.dispose();
		const wrongPaths = [
			...['/', '*', '/hook', '/hook/', `/hook/${newHookSecret()}`, removed.path],
			...[path.slice(0, -1), `${path}0`, `${path}/`, `${path}?`, `${path}?a=b`, `${path}#`, `/${path}`],
			...[path.toUpperCase(), `/x${path}`, `/x/..${path}`, path.replace('hook', '%68ook'), `${path}%00`],
			...['', ':80', `:${port}`].map((suffix) => `http://127.0.0.1${suffix}${path}`),
			...[`http://evil.example${path}`, `/hook/${'0'.repeat(6000)}`],
		];
		const answers = [];
		for (const wrong of wrongPaths) answers.push(await ask(wrong));
		for (const method of ['GET', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
			answers.push(await ask(wrongPaths[4] ?? '', { method }));
		}
		answers.push(
			await ask(path, { hosts: ['evil.example'] }),
			await ask(path, { hosts: [] }),
			await ask('/', { headers: {} }),
			await ask('/', { headers: { ...signedHeaders(body), connection: 'upgrade', upgrade: 'websocket' } }),
		);
		remove.dispose();
		answers.push(await ask(path));
		const expected = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
		assert.deepEqual([...new Set(answers.map(withoutDate))], [expected]);
		assert.deepEqual(received, []);
	});

	const { 'x-payload-signature': signature = '', ...unsigned } = signedHeaders(body);
	const wrongRequests: readonly [
		what: string,
		status: number,
		parts: NonNullable<Parameters<typeof requestBytes>[1]>,
	][] = [
		['GET', 405, { method: 'GET' }],
		['HEAD', 405, { method: 'HEAD' }],
		['OPTIONS', 405, { method: 'OPTIONS' }],
		['PUT', 405, { method: 'PUT' }],
		['TRACE', 405, { method: 'TRACE' }],
		['no content type', 415, { headers: { ...signedHeaders(body), 'content-type': '' } }],
		['a plain text', 415, { headers: { ...signedHeaders(body), 'content-type': 'text/plain' } }],
		['a type like JSON', 415, { headers: { ...signedHeaders(body), 'content-type': 'application/json5' } }],
		[
			'a length of 1 MB and a byte',
			413,
			{ headers: { ...signedHeaders(body), 'content-length': '1048577' } },
		],
		['no signature', 400, { headers: unsigned }],
		['a malformed signature', 400, { headers: { ...unsigned, 'x-payload-signature': signature.slice(4) } }],
		['a wrong nonce', 400, { headers: { ...signedHeaders(body), 'x-payload-nonce': 'x' } }],
		['no event', 400, { headers: { ...signedHeaders(body), 'x-webhook-event': '' } }],
		['the signature of another body', 401, { headers: signedHeaders('{"id":2}') }],
		['the signature of another forge', 401, { headers: signedHeaders(body, { key: new SigningKey() }) }],
	];
	for (const [what, status, parts] of wrongRequests) {
		it(`refuses ${what} with the status ${status} and without content`, async () => {
			const { addHook, ask, received, listener } = await startTestListener(lifetime);
			const answer = await ask(addHook().path, { body, ...parts });
			assert.match(
				withoutDate(answer),
				new RegExp(
					`^HTTP/1\\.1 ${status} [\\w ]+\\r\\n(allow: POST\\r\\n)?content-length: 0\\r\\nconnection: close\\r\\n\\r\\n$`,
				),
			);
			listener.dispose();
			assert.deepEqual(received, []);
		});
	}

	it('passes on a replayed delivery only once, also after all hooks were replaced, and answers it like the first', async () => {
		const { addHook, ask, received } = await startTestListener(lifetime);
		const { hook, path, remove } = addHook();
		const headers = signedHeaders(body);
		const answers: string[] = [];
		const replay = async (at = path) => answers.push(withoutDate(await ask(at, { headers })));
		for (let n = 0; n < 3; n++) await replay();
		await replay(addHook().path);
		remove.dispose();
		addHook({ secret: hook.secret });
		await replay();
		assert.equal(new Set(answers).size, 1);
		assert.equal(statusOf(answers[0] ?? ''), 200);
		// A redelivery has a new nonce.
		await ask(path);
		await until(() => received.length === 2);
	});

	it('accepts at most one request of a connection', async () => {
		const { addHook, ask, received, port } = await startTestListener(lifetime);
		const { path } = addHook();
		const requests = Array.from({ length: 500 }, () => requestBytes(path));
		const answer = await exchange(port, Buffer.concat(requests));
		assert.ok((answer.match(/HTTP\/1\.1/g)?.length ?? 0) <= 1);
		const last = addHook();
		assert.equal(statusOf(await ask(last.path)), 200);
		await until(() => received.at(-1)?.hook === last.hook);
		assert.ok(received.length <= 2);
	});

	it('closes a connection that sends another request before the answer', async () => {
		const { addHook, received, port } = await startTestListener(lifetime, { limits: { answerMs: 60_000 } });
		const written = Promise.withResolvers<string>();
		const started = Promise.withResolvers<void>();
		const { path } = addHook({
			answer: () => {
				started.resolve();
				return written.promise;
			},
		});
		const connection = new Connection(port);
		await connection.send(requestBytes(path));
		await started.promise;
		await connection.send(requestBytes(path));
		assert.equal(await connection.received, '');
		written.resolve('too late');
		await until(() => received.length > 0);
		assert.equal(received.length, 1);
	});

	const tooLong = `"${'a'.repeat(10 * 1024 * 1024)}"`;
	it('does not read a body of 10 MB', async () => {
		const { addHook, ask, received, listener } = await startTestListener(lifetime);
		const answer = await ask(addHook().path, { body: tooLong });
		// The answer can be lost, because the connection is closed while the sender still sends.
		assert.ok(answer === '' || statusOf(answer) === 413);
		listener.dispose();
		assert.deepEqual(received, []);
	});

	it('does not read a body of 10 MB whose length it is not told', async () => {
		const { addHook, ask, received, listener } = await startTestListener(lifetime);
		const headers = { ...signedHeaders(tooLong), 'transfer-encoding': 'chunked' };
		const chunked = `${tooLong.length.toString(16)}\r\n${tooLong}\r\n0\r\n\r\n`;
		const answer = await ask(addHook().path, { headers, body: chunked });
		assert.ok(answer === '' || statusOf(answer) === 413);
		listener.dispose();
		assert.deepEqual(received, []);
	});

	for (const [what, bytesOf] of [
		['nothing', () => ''],
		['half a header', (path: string) => requestBytes(path).subarray(0, 60)],
		['half a body', (path: string) => requestBytes(path).subarray(0, -4)],
		['half a header for a wrong path', () => requestBytes('/').subarray(0, 60)],
	] as const) {
		it(`closes a connection that has sent ${what} and then waits`, async () => {
			const { addHook, ask, port, received } = await startTestListener(lifetime, {
				limits: { requestMs: 200 },
			});
			const { path } = addHook();
			assert.equal(await exchange(port, bytesOf(path)), '');
			// A request for which a busy machine needs too long is closed as well.
			await until(async () => statusOf(await ask(path)) === 200);
			await until(() => received.length > 0);
			assert.equal(received.length, 1);
		});
	}

	it('closes a connection that sends one byte after the other', async () => {
		const { addHook, port, received, listener } = await startTestListener(lifetime, {
			limits: { requestMs: 200 },
		});
		const connection = new Connection(port);
		const bytes = requestBytes(addHook().path, { body: `"${'a'.repeat(100_000)}"` });
		await connection.send(bytes.subarray(0, 500));
		let at = 500;
		const sending = setInterval(() => connection.socket.write(bytes.subarray(at, ++at)), 10);
		lifetime.add({ dispose: () => clearInterval(sending) });
		assert.equal(await connection.received, '');
		listener.dispose();
		assert.deepEqual(received, []);
	});

	for (const [what, bytes] of [
		['nothing', ''],
		['a part of their headers', 'POST '],
	] as const) {
		it(`answers deliveries while connections that have sent ${what} take all places`, async () => {
			const limits = { connections: 8, requestMs: 60_000 };
			const { addHook, ask, port, received, listener } = await startTestListener(lifetime, { limits });
			const { path } = addHook();
			const idle = Array.from({ length: 8 }, () => new Connection(port));
			await Promise.all(idle.map(({ socket }) => once(socket, 'connect')));
			if (bytes !== '') for (const connection of idle) await connection.send(Buffer.from(bytes));
			for (let times = 1; times <= 10; times++) {
				assert.equal(statusOf(await ask(path)), 200);
				await until(() => received.length === times);
			}
			listener.dispose();
		});
	}

	it('closes no connection that is sending a delivery while there are idle ones', async () => {
		const limits = { connections: 4, requestMs: 60_000 };
		const { addHook, port, received, listener } = await startTestListener(lifetime, { limits });
		const bytes = requestBytes(addHook().path);
		const [header, half] = [new Connection(port), new Connection(port)];
		await header.send(bytes.subarray(0, 60));
		await half.send(bytes.subarray(0, -4));
		const flood = Array.from({ length: 20 }, () => new Connection(port));
		await Promise.all(flood.slice(0, -2).map((connection) => connection.received));
		await header.send(bytes.subarray(60));
		await half.send(bytes.subarray(-4));
		for (const sending of [header, half]) assert.equal(statusOf(await sending.received), 200);
		await until(() => received.length > 0);
		listener.dispose();
	});

	it('answers a delivery after 1,000 connections at once', async () => {
		const limits = { requestMs: 500 };
		const { addHook, ask, port, received, logged, listener } = await startTestListener(lifetime, { limits });
		const { path } = addHook();
		const connections = Array.from({ length: 1000 }, () => new Connection(port));
		await Promise.all(connections.map(({ received }) => received));
		await until(async () => statusOf(await ask(path)) === 200);
		await until(() => received.length > 0);
		listener.dispose();
		assert.match(logged.join('\n'), /too many connections: \d{3}/);
	});

	it('closes connections with headers that are too long or not HTTP', async () => {
		const { addHook, ask, port, received } = await startTestListener(lifetime);
		const { hook, path } = addHook();
		const long = { ...signedHeaders(body), 'x-long': 'a'.repeat(9000) };
		assert.equal(await ask(path, { headers: long }), '');
		assert.equal(await ask(hook.secret), '');
		assert.equal(await exchange(port, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'), '');
		assert.equal(await exchange(port, `CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n`), '');
		assert.equal(statusOf(await ask(path)), 200);
		await until(() => received.length > 0);
		assert.equal(received.length, 1);
	});

	it('writes few records, and no path, secret, body or header into the log', async () => {
		const { addHook, ask, logged, received, listener, port } = await startTestListener(lifetime);
		const { hook, path } = addHook();
		const headers = { ...signedHeaders('{"id":2}'), 'x-webhook-event': 'marked-event' };
		for (let n = 0; n < 20; n++) {
			await ask(`${path}x`);
			await ask('/marked-path');
			await ask(path, { hosts: ['marked-host.example'] });
			await ask(path, { method: 'PUT' });
			await ask(path, { headers, body: '"marked-body"' });
			await exchange(port, 'marked nonsense\r\n\r\n');
		}
		await ask(path);
		await until(() => received.length > 0);
		listener.dispose();
		assert.ok(logged.length > 0 && logged.length <= 2, logged.join('\n'));
		const all = logged.join('\n');
		for (const kept of [hook.secret, path, 'marked', 'hook/', body]) assert.ok(!all.includes(kept), all);
		assert.match(all, /forged: 20/);
	});

	it('closes every connection and frees its port when it ends', async () => {
		const started = Promise.withResolvers<AbortSignal>();
		const { addHook, port, received, listener } = await startTestListener(lifetime);
		const { path } = addHook();
		const waiting = addHook({
			answer: (_, signal) => {
				started.resolve(signal);
				return new Promise(() => {});
			},
		});
		const connections = Array.from({ length: 4 }, () => new Connection(port));
		const [idle, header, half, answered] = connections;
		assert.ok(idle && header && half && answered);
		await once(idle.socket, 'connect');
		await header.send(requestBytes(path).subarray(0, 60));
		await half.send(requestBytes(path).subarray(0, -4));
		await answered.send(requestBytes(waiting.path));
		const signal = await started.promise;
		listener.dispose();
		listener.dispose();
		assert.deepEqual(await Promise.all(connections.map(({ received }) => received)), ['', '', '', '']);
		assert.ok(signal.aborted);
		const next = await startTestListener(lifetime, { port });
		assert.equal(statusOf(await next.ask(next.addHook().path)), 200);
		assert.deepEqual(received, []);
	});
});
