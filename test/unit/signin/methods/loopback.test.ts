import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import {
	type CallbackReply,
	checkForwarded,
	type LoopbackListener,
	listenOnLoopback,
} from '../../../../src/signin/methods/loopback.ts';
import { navigate } from '../../../kit/window/navigate.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

describe('The loopback listener', () => {
	let loopback: LoopbackListener;
	let seen: string[];
	const sockets: Socket[] = [];
	const receive = (query: URLSearchParams): CallbackReply => {
		seen.push(query.toString());
		if (query.get('state') === 'right') return { kind: 'done', message: 'You are being signed in.' };
		return query.has('onward')
			? { kind: 'onward', address: 'http://forge.example/again' }
			: { kind: 'wrong' };
	};
	const portOf = ({ redirect }: LoopbackListener) => Number(new URL(redirect).port);
	beforeEach(async () => {
		seen = [];
		loopback = await listenOnLoopback(0, receive);
	});
	afterEach(() => {
		loopback.dispose();
		for (const socket of sockets.splice(0)) socket.destroy();
	});
	/** Opens a connection that sends this text and then nothing more. */
	const connectAndSend = async (text: string) => {
		const socket = connect(portOf(loopback), '127.0.0.1');
		sockets.push(socket);
		socket.on('error', () => {});
		await once(socket, 'connect');
		if (text !== '') await new Promise((resolve) => socket.write(text, resolve));
		return socket;
	};
	const ask = (path: string, method = 'GET') => navigate(new URL(path, loopback.redirect), method);

	const others: readonly [method: string, path: string, status: number, isReceived: boolean][] = [
		['GET', '/', 404, false],
		['GET', '/favicon.ico', 404, false],
		['GET', '/callback/', 404, false],
		['GET', '/callback/../other?state=right', 404, false],
		['POST', '/callback?state=right', 404, false],
		['PUT', '/callback?state=right', 404, false],
		['HEAD', '/callback?state=right', 404, false],
		['OPTIONS', '/callback?state=right', 404, false],
		['GET', '/callback', 400, true],
		['GET', '/callback?state=wrong', 400, true],
	];
	for (const [method, path, status, isReceived] of others) {
		it(`answers ${status} to ${method} ${path}, and keeps waiting`, async () => {
			assert.equal((await ask(path, method)).status, status);
			assert.equal(seen.length, isReceived ? 1 : 0);
			assert.equal((await ask('/callback?state=right')).status, 200);
		});
	}

	for (const [what, headers] of [
		['an image of a web page', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
		['a script of a web page', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
		['a frame of a web page', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
		['another name of this machine', { Host: 'rebound.example:80' }],
	] as const) {
		it(`refuses ${what}, and keeps waiting`, async () => {
			const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
				([name, value]) => `${name}: ${value}\r\n`,
			);
			const socket = await connectAndSend(`GET /callback?state=right HTTP/1.1\r\n${lines.join('')}\r\n`);
			const [answer] = (await once(socket, 'data')) as [Buffer];
			assert.match(answer.toString(), /^HTTP\/1\.1 404 /);
			assert.deepEqual(seen, []);
			assert.equal((await ask('/callback?state=right')).status, 200);
		});
	}

	it('answers the final redirect with a page that loads nothing, is not stored, and drops the code from its address', async () => {
		const answer = await ask('/callback?state=right&code=very-secret');
		const text = await answer.text();
		assert.match(text, /<p>You are being signed in\.<\/p>/);
		assert.ok(!text.includes('very-secret'));
		const policy = answer.headers.get('content-security-policy') ?? '';
		assert.match(policy, /^default-src 'none'/);
		const [, script = ''] = /<script>(history\.replaceState\(null,'','\/'\))<\/script>/.exec(text) ?? [];
		assert.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`), policy);
		assert.equal(answer.headers.get('cache-control'), 'no-store');
		assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
	});

	it('redirects the browser if there is another step', async () => {
		const answer = await ask('/callback?onward');
		assert.deepEqual([answer.status, answer.headers.get('location')], [303, 'http://forge.example/again']);
	});

	onlyWhere(
		process.platform === 'linux',
		'only Linux has several addresses of this machine',
		'listens on this machine only',
		(title) =>
			it(title, async () => {
				assert.match(loopback.redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
				// A listener for other machines would listen at this address, too.
				const elsewhere = once(connect(portOf(loopback), '127.0.0.2'), 'connect');
				await assert.rejects(elsewhere, { code: 'ECONNREFUSED' });
			}),
	);

	it('says that its port is taken', async () => {
		const port = portOf(loopback);
		await assert.rejects(listenOnLoopback(port, receive), (error: unknown) => {
			assert.ok(error instanceof ForgeError);
			assert.equal(
				error.message,
				`Another program uses port ${port} of this machine, which the browser needs to return to VS Code. If another VS Code window is waiting for a sign-in, cancel it there. Otherwise, register the application with another port, and enter that with Change Port… when you set up the browser sign-in, or later as callbackPort in tildeforge.instances.`,
			);
			return true;
		});
	});

	it('frees its port when it ends, even if connections are still open', async () => {
		await connectAndSend('');
		await connectAndSend('GET /callback?sta');
		const done = await ask('/callback?state=right');
		await done.text();
		loopback.dispose();
		await assert.rejects(ask('/callback?state=right'));
		const again = await listenOnLoopback(portOf(loopback), receive);
		again.dispose();
		assert.equal(again.redirect, loopback.redirect);
	});

	for (const [who, sentText] of [
		['a silent connection', ''],
		['a slow connection', 'GET /callback?state=ri'],
	] as const) {
		it(`does not wait for ${who} when it ends, and ignores later data`, async () => {
			const slow = await connectAndSend(sentText);
			loopback.dispose();
			const rest = sentText === '' ? 'GET /callback?state=right' : 'ght';
			const closed = new Promise((resolve) => slow.resume().once('close', resolve));
			slow.write(`${rest} HTTP/1.1\r\nHost: a\r\n\r\n`);
			await closed;
			assert.deepEqual(seen, []);
		});
	}

	it('can be disposed more than once', () => {
		loopback.dispose();
		loopback.dispose();
	});

	it('must be forwarded as the same port, which the application is registered with', () => {
		checkForwarded(4711, 'http://127.0.0.1:4711/callback');
		for (const outside of ['http://127.0.0.1:4712/callback', 'https://abc-4711.forwarded.example/callback']) {
			assert.throws(
				() => checkForwarded(4711, outside),
				(error: unknown) =>
					error instanceof ForgeError &&
					error.message.includes('Free port 4711') &&
					error.message.includes(new URL(outside).host),
			);
		}
	});
});
