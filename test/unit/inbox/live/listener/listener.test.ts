import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';

import { attempt } from '../../../../../src/sandbox/server/delivery.ts';
import { onlyWhere } from '../../../../tools/only-where.ts';
import { until } from '../../../../tools/until.ts';
import { forgeKey, requestBytes, signedHeaders, startTestListener, statusOf } from '../deliveries.ts';

describe('The webhook listener', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	const deliver = async (port: number, path: string, payload = '{"id":1}') => {
		const url = `http://127.0.0.1:${port}${path}`;
		const notification = { id: randomUUID(), event: 'label:delete', url, payload };
		const { response, response_status: status } = await attempt(notification, forgeKey, new Date()).send(
			20_000,
		);
		return { id: notification.id, status, response };
	};

	it('passes on a delivery of the forge with its hook, and answers without content', async () => {
		const { addHook, port, received } = await startTestListener(lifetime);
		const { hook, path } = addHook();
		addHook();
		const { id, status, response } = await deliver(port, path, '{"id":7}');
		assert.deepEqual([status, response], [200, '']);
		await until(() => received.length > 0);
		assert.deepEqual(received, [
			{
				hook,
				isVerified: true,
				delivery: { kind: 'event', event: 'label:delete', delivery: id, body: { id: 7 } },
			},
		]);
		assert.equal(received[0]?.hook, hook);
	});

	it('says that deliveries may be lost when the machine has slept, also for less than a minute', async () => {
		mock.timers.enable({ apis: ['Date', 'setInterval'] });
		try {
			let drops = 0;
			await startTestListener(lifetime, { onDrop: () => drops++ });
			const stayAwake = (ms: number) => {
				for (let passedMs = 0; passedMs < ms; passedMs += 5000) mock.timers.tick(5000);
			};
			stayAwake(60 * 60_000);
			assert.equal(drops, 0);
			for (const [nth, sleptMs] of [15 * 60_000, 30_000].entries()) {
				// No timer runs meanwhile.
				mock.timers.setTime(Date.now() + sleptMs);
				stayAwake(60_000);
				assert.equal(drops, nth + 1);
			}
		} finally {
			mock.timers.reset();
		}
	});

	it('passes on a truncated delivery as a hint', async () => {
		const { addHook, port, received } = await startTestListener(lifetime);
		const payload = JSON.stringify({ id: 1, envelope: 'é'.repeat(70_000) }).slice(0, 65_536);
		assert.equal((await deliver(port, addHook().path, payload)).status, 200);
		await until(() => received.length > 0);
		assert.deepEqual(
			received.map(({ delivery, isVerified }) => [delivery.kind, delivery.event, isVerified]),
			[['truncated', 'label:delete', true]],
		);
	});

	it('accepts a body of 1 MB', async () => {
		const { addHook, port, received } = await startTestListener(lifetime);
		const payload = `"${'a'.repeat(1024 * 1024 - 2)}"`;
		assert.equal((await deliver(port, addHook().path, payload)).status, 200);
		await until(() => received.length > 0);
	});

	it('accepts a body without its length, in any parts', async () => {
		const { addHook, ask, received } = await startTestListener(lifetime);
		const headers = { ...signedHeaders('{"id":1}'), 'transfer-encoding': 'chunked' };
		const chunks = [...'{"id":1}'].map((letter) => `1\r\n${letter}\r\n`).join('');
		const answer = await ask(addHook().path, { headers, body: `${chunks}0\r\n\r\n` });
		assert.equal(statusOf(answer), 200);
		await until(() => received.length > 0);
	});

	it('accepts JSON with parameters of its type', async () => {
		const { addHook, ask, received } = await startTestListener(lifetime);
		const headers = { ...signedHeaders('{"id":1}'), 'content-type': 'Application/JSON; charset=utf-8' };
		assert.equal(statusOf(await ask(addHook().path, { headers })), 200);
		await until(() => received.length > 0);
	});

	it('marks deliveries to a hook without a key as not verified, whether they are signed or not', async () => {
		const { addHook, ask, received } = await startTestListener(lifetime);
		const { path } = addHook({ key: undefined });
		const { 'x-payload-signature': _, ...unsigned } = signedHeaders('{"id":1}');
		for (const headers of [unsigned, signedHeaders('{"id":1}'), signedHeaders('{"id":2}')]) {
			assert.equal(statusOf(await ask(path, { headers })), 200);
		}
		await until(() => received.length === 3);
		assert.deepEqual(
			received.map(({ isVerified, delivery }) => [isVerified, delivery.kind]),
			Array.from({ length: 3 }, () => [false, 'event']),
		);
	});

	it('accepts deliveries to hooks only while they are added', async () => {
		const { addHook, ask, received } = await startTestListener(lifetime);
		const { hook, path, remove } = addHook();
		const other = addHook();
		assert.equal(statusOf(await ask(path)), 200);
		remove.dispose();
		assert.equal(statusOf(await ask(path)), 404);
		assert.equal(statusOf(await ask(other.path)), 200);
		const replaced = addHook({ secret: hook.secret });
		addHook({ secret: hook.secret });
		replaced.remove.dispose();
		assert.equal(statusOf(await ask(path)), 200);
		await until(() => received.length === 3);
	});

	it('answers before it passes a delivery on', async () => {
		const shared = new Int32Array(new SharedArrayBuffer(4));
		const order: string[] = [];
		// Blocks this thread, which can then send nothing more, until the other one has the answer.
		const receive = () => order.push(Atomics.wait(shared, 0, 0, 20_000));
		const { addHook, port } = await startTestListener(lifetime);
		const bytes = requestBytes(addHook({ receive }).path);
		const worker = new Worker(
			`const { workerData } = require('node:worker_threads');
			const socket = require('node:net').connect(workerData.port, '127.0.0.1');
			socket.write(workerData.bytes);
			socket.once('data', () => {
				Atomics.store(workerData.shared, 0, 1);
				Atomics.notify(workerData.shared, 0);
				socket.destroy();
			});`,
			{ eval: true, workerData: { shared, port, bytes } },
		);
		lifetime.add({ dispose: () => worker.terminate() });
		await until(() => order.length > 0, { seconds: 30 });
		assert.notEqual(order[0], 'timed-out');
	});

	for (const [how, receive] of [
		[
			'throws',
			() => {
				throw new Error('of the test');
			},
		],
		['rejects', () => Promise.reject(new Error('of the test'))],
	] as const) {
		it(`goes on if what handles deliveries ${how}, and logs that`, async () => {
			const { addHook, ask, logged } = await startTestListener(lifetime);
			const { path } = addHook({ receive });
			assert.equal(statusOf(await ask(path)), 200);
			assert.equal(statusOf(await ask(path)), 200);
			await until(() => logged.length === 2);
			for (const line of logged) assert.match(line, /^error .*not handled.*of the test/s);
		});
	}

	describe('with a hook that answers', () => {
		it('sends the text', async () => {
			const { addHook, port, received } = await startTestListener(lifetime);
			const seen: unknown[] = [];
			const { path } = addHook({
				answer: async ({ delivery, isVerified }) => {
					seen.push(delivery.event, isVerified);
					return 'Références: #7\n';
				},
			});
			const { status, response } = await deliver(port, path);
			assert.deepEqual([status, response], [200, 'Références: #7\n']);
			await until(() => received.length > 0);
			assert.deepEqual(seen, ['label:delete', true]);
		});

		it('passes the delivery on while the text is written', async () => {
			const { addHook, port, received } = await startTestListener(lifetime, {
				limits: { answerMs: 60_000 },
			});
			const { path } = addHook({
				answer: async () => {
					await until(() => received.length > 0);
					return 'written';
				},
			});
			const { response } = await deliver(port, path);
			assert.deepEqual([response, received.length], ['written', 1]);
		});

		it('sends an empty answer if the text comes too late, and cancels the work', async () => {
			const { addHook, port, received, logged } = await startTestListener(lifetime, {
				limits: { answerMs: 50 },
			});
			let isCancelled = false;
			const { path } = addHook({
				answer: (_, signal) =>
					new Promise(() => {
						signal.addEventListener('abort', () => {
							isCancelled = true;
						});
					}),
			});
			const { status, response } = await deliver(port, path);
			assert.deepEqual([status, response], [200, '']);
			assert.ok(isCancelled);
			await until(() => received.length > 0);
			assert.deepEqual(logged, []);
		});

		it('sends an empty answer if there is no text because of an error, and logs that', async () => {
			const { addHook, port, received, logged } = await startTestListener(lifetime);
			const { path } = addHook({ answer: () => Promise.reject(new Error('of the test')) });
			const { status, response } = await deliver(port, path);
			assert.deepEqual([status, response], [200, '']);
			await until(() => received.length > 0);
			assert.equal(logged.length, 1);
			assert.match(logged[0] ?? '', /^error .*of the test/s);
		});
	});

	onlyWhere(
		process.platform === 'linux',
		'only Linux has several addresses of this machine',
		'listens on this machine only',
		(title) =>
			it(title, async () => {
				const { port } = await startTestListener(lifetime);
				// A listener for other machines would listen at this address, too.
				await assert.rejects(once(connect(port, '127.0.0.2'), 'connect'), { code: 'ECONNREFUSED' });
			}),
	);

	it('says which port is taken', async () => {
		const { port } = await startTestListener(lifetime);
		await assert.rejects(startTestListener(lifetime, { port }), (error: unknown) => {
			assert.ok(error instanceof ForgeError);
			assert.equal(
				error.message,
				`Another program uses port ${port} of this machine. Choose another port for webhooks.`,
			);
			return true;
		});
	});

	it('adds the secret of each hook to those that are masked in the log', async () => {
		const { addHook, secrets } = await startTestListener(lifetime);
		const { hook } = addHook();
		assert.deepEqual(secrets.addedAfter(0), [hook.secret]);
	});

	it('accepts no hook whose secret cannot be one', async () => {
		const { addHook } = await startTestListener(lifetime);
		const zeros = '0'.repeat(32);
		for (const secret of ['', 'A'.repeat(32), zeros.slice(1), `${zeros}0`, `../${zeros.slice(3)}`])
			assert.throws(() => addHook({ secret }), RangeError);
	});

	it('accepts deliveries unverified if the key cannot be one, which is logged once', async () => {
		const { addHook, ask, received, logged } = await startTestListener(lifetime);
		for (let nth = 0; nth < 2; nth++) assert.equal(statusOf(await ask(addHook({ key: 'AAAA' }).path)), 200);
		await until(() => received.length === 2);
		assert.deepEqual(
			received.map(({ isVerified }) => isVerified),
			[false, false],
		);
		assert.equal(logged.length, 1);
		assert.match(logged[0] ?? '', /^warn .*key for webhooks/);
	});
});
