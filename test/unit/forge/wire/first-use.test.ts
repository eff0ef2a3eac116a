import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { FirstUses } from '../../../../src/forge/wire/first-use.ts';
import { FirstUseLock } from '../../../../src/forge/wire/first-use-lock.ts';
import { Queues } from '../../../../src/forge/wire/queue.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { answer, type Local, stage, user } from '../server.ts';

const names = ['~u0', '~u1', '~u2', '~u3'] as const;
const noRetries = { times: 0, baseMs: 0, capMs: 0, maxWaitMs: 0 };

describe('The first use of a token at a service', () => {
	const { serve, clientsOf } = stage();

	/** A server that holds back each answer until the test releases it. */
	async function serveHeld() {
		const held: ((status?: number) => void)[] = [];
		/** For each finished response, whether it was complete. */
		const completeness: boolean[] = [];
		const server = await serve((request, response) => {
			if (request.url === '/probe') answer(response, 200, user);
			else held.push((status = 200) => answer(response, status, user));
			response.on('close', () => completeness.push(response.writableFinished));
		});
		/** When the server answers the probe, all earlier requests have arrived. */
		const probe = () => fetch(`${server.address}/probe`);
		return { server, held, completeness, probe };
	}

	const ask = ({ lists }: ReturnType<typeof clientsOf>) => names.map((owner) => lists.user({ owner }));

	it('is one request that ends before any other is sent, and later requests do not wait', async () => {
		const { server, held, probe } = await serveHeld();
		const clients = clientsOf(server.address);
		const asking = ask(clients);
		await server.reached(1);
		await probe();
		assert.deepEqual(
			server.asked.map(({ url }) => url),
			['/api/user/~u0', '/probe'],
		);
		held[0]?.();
		await server.reached(5);
		for (const go of held.slice(1)) go();
		await Promise.all(asking);
		const more = ask(clients);
		await server.reached(9);
		for (const go of held.slice(4)) go();
		await Promise.all(more);
	});

	it('is not aborted when its caller aborts, and the next request waits for its end', async () => {
		const { server, held, completeness, probe } = await serveHeld();
		const { lists } = clientsOf(server.address);
		const leaving = new AbortController();
		const first = lists.user({ owner: '~u0' }, { signal: leaving.signal });
		await server.reached(1);
		const reason = new Error('left');
		leaving.abort(reason);
		await assert.rejects(first, reason);
		const second = lists.user({ owner: '~u1' });
		await probe();
		assert.equal(server.asked.length, 2, 'only the probe has come');
		held[0]?.();
		await server.reached(3);
		held[1]?.();
		assert.equal((await second).canonical_name, '~ada');
		assert.ok(!completeness.includes(false));
	});

	it('is shared between queues, and separate for each token', async () => {
		const { server, held } = await serveHeld();
		const firstUses = new FirstUses();
		const clientWith = (token: string) =>
			clientsOf(server.address, { token: () => token, queues: new Queues(firstUses) }).lists;
		const asking = [clientWith('old').user({ owner: '~u0' }), clientWith('old').user({ owner: '~u1' })];
		await server.reached(1);
		asking.push(clientWith('renewed').user({ owner: '~u2' }));
		await server.reached(2);
		const urls = () => server.asked.map(({ url }) => url);
		assert.deepEqual(urls(), ['/api/user/~u0', '/api/user/~u2']);
		for (const go of held) go();
		await server.reached(3);
		assert.equal(urls()[2], '/api/user/~u1');
		held[2]?.();
		await Promise.all(asking);
	});

	it('passes to the next request when the server fails', async () => {
		const { server, held } = await serveHeld();
		const asking = ask(clientsOf(server.address, { retryPolicy: noRetries }));
		const settled = Promise.allSettled(asking);
		await server.reached(1);
		held[0]?.(500);
		await server.reached(2);
		held[1]?.();
		await server.reached(4);
		assert.deepEqual(
			server.asked.slice(0, 2).map(({ url }) => url),
			['/api/user/~u0', '/api/user/~u1'],
		);
		for (const go of held.slice(2)) go();
		assert.deepEqual(
			(await settled).map(({ status }) => status),
			['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
		);
	});

	it('times out for all waiting requests at once when it gets no answer', async () => {
		const { server } = await serveHeld();
		const limits = { answerMs: 500, wholeMs: 1000 };
		const { lists } = clientsOf(server.address, { retryPolicy: noRetries, limits });
		const asking = [lists.user({ owner: '~u0' }), lists.createList({}, { name: 'l' })];
		const failures = await Promise.all(
			asking.map((one) =>
				one.then(
					() => undefined,
					(error: unknown) => error,
				),
			),
		);
		assert.equal(server.asked.length, 1);
		for (const error of failures) assert(error instanceof ForgeError && error.kind === 'timeout');
		const [, change] = failures;
		assert(change instanceof ForgeError && !change.mayBeDone, 'it was never sent');
	});

	describe('across several windows', () => {
		const log = new Log(() => {});
		let folder: string;
		beforeEach(() => {
			folder = temporaryFolder('first-uses');
		});

		/** The clients of another window. */
		const openWindow = (server: Local, token = 'new') => {
			const queues = new Queues(new FirstUses(new FirstUseLock(fileStorage(folder, log))));
			return clientsOf(server.address, { token: () => token, queues, retryPolicy: noRetries });
		};
		const marks = () => join(folder, 'first-uses');
		const lockFiles = () => readdirSync(marks());
		const answerAll = (held: (() => void)[]) => {
			for (const go of held.splice(0)) go();
		};
		/** Waits until one window holds the lock and another has prepared to acquire it. */
		const untilAWindowWaits = () =>
			until(() => lockFiles().some((name) => name.endsWith('.new')), { what: 'a window waits' });

		it('is one request that ends before any window sends another', async () => {
			const { server, held, probe } = await serveHeld();
			const asking = [openWindow(server), openWindow(server)].flatMap(ask);
			await server.reached(1);
			await untilAWindowWaits();
			await probe();
			assert.equal(server.asked.length, 2, 'only the probe has come');
			for (const count of [6, 9]) {
				answerAll(held);
				await server.reached(count);
			}
			answerAll(held);
			await Promise.all(asking);
			assert.equal(lockFiles().length, 1);
		});

		it('makes no window wait once it is done', async () => {
			const { server, held } = await serveHeld();
			const first = openWindow(server).lists.user({ owner: '~u0' });
			await server.reached(1);
			answerAll(held);
			await first;
			const later = [openWindow(server), openWindow(server)].map(({ lists }) => lists.user({ owner: '~u1' }));
			await server.reached(3);
			answerAll(held);
			await Promise.all(later);
		});

		for (const status of [401, 500]) {
			it(`is still pending after a ${status} response`, async () => {
				const { server, held, probe } = await serveHeld();
				const first = openWindow(server).lists.user({ owner: '~u0' });
				await server.reached(1);
				held[0]?.(status);
				await assert.rejects(first);
				const asking = [openWindow(server), openWindow(server)].map(({ lists }) =>
					lists.user({ owner: '~u1' }),
				);
				await server.reached(2);
				await untilAWindowWaits();
				await probe();
				assert.equal(server.asked.length, 3);
				held[1]?.();
				await server.reached(4);
				held[2]?.();
				await Promise.all(asking);
			});
		}

		it('is no longer waited for by a caller that aborts', async () => {
			const { server, held, probe } = await serveHeld();
			const first = openWindow(server).lists.user({ owner: '~u0' });
			await server.reached(1);
			const leaving = new AbortController();
			const second = openWindow(server).lists.user({ owner: '~u1' }, { signal: leaving.signal });
			await untilAWindowWaits();
			const reason = new Error('left');
			leaving.abort(reason);
			await assert.rejects(second, reason);
			held[0]?.();
			await first;
			await probe();
			assert.equal(server.asked.length, 2);
		});

		it('works without a writable folder', async () => {
			const { server, held } = await serveHeld();
			writeFileSync(join(folder, 'file'), '');
			const queues = new Queues(new FirstUses(new FirstUseLock(fileStorage(join(folder, 'file'), log))));
			const asking = clientsOf(server.address, { queues }).lists.user({ owner: '~u0' });
			await server.reached(1);
			held[0]?.();
			assert.equal((await asking).canonical_name, '~ada');
			assert.equal(server.asked.length, 1);
		});

		it('deletes the files of old tokens', async () => {
			const { server, held } = await serveHeld();
			const use = async (token: string) => {
				const asking = openWindow(server, token).lists.user({ owner: '~u0' });
				await server.reached(held.length + 1);
				held.at(-1)?.();
				await asking;
			};
			await use('old');
			const [old = ''] = lockFiles();
			await use('newer');
			assert.equal(lockFiles().length, 2);
			const weeksAgo = Date.now() / 1000 - 8 * 24 * 60 * 60;
			utimesSync(join(marks(), old), weeksAgo, weeksAgo);
			await use('new');
			assert.equal(lockFiles().length, 2);
			assert.ok(!lockFiles().includes(old));
		});
	});
});
