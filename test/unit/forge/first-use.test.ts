import assert from 'node:assert/strict';
import { ForgeError } from '../../../src/forge/errors.ts';
import { FirstUses } from '../../../src/forge/first-use.ts';
import { Queues } from '../../../src/forge/queue.ts';
import { answer, stage, user } from './server.ts';

const names = ['~u0', '~u1', '~u2', '~u3'] as const;
const once = { times: 0, base: 0, cap: 0, patience: 0 };

describe('The first use of a token at a service', () => {
	const { serve, clientsOf } = stage();

	/** A server that holds each answer back until it is told to go on. */
	async function holding() {
		const held: ((status?: number) => void)[] = [];
		/** Of each connection that ended, whether it was answered before. */
		const isWhole: boolean[] = [];
		const server = await serve((request, response) => {
			if (request.url === '/probe') answer(response, 200, user);
			else held.push((status = 200) => answer(response, status, user));
			response.on('close', () => isWhole.push(response.writableFinished));
		});
		/** Whatever had been sent before has arrived when this one is answered. */
		const probe = () => fetch(`${server.address}/probe`);
		return { server, held, isWhole, probe };
	}

	const ask = ({ lists }: ReturnType<typeof clientsOf>) => names.map((owner) => lists.user({ owner }));

	it('is one request that ends before any other is sent there, and then costs nothing', async () => {
		const { server, held, probe } = await holding();
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

	it('is not cut off when its caller leaves, and the next waits for its end', async () => {
		const { server, held, isWhole, probe } = await holding();
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
		assert.ok(!isWhole.includes(false));
	});

	it('is shared by wires with other queues, and kept apart by token', async () => {
		const { server, held } = await holding();
		const firstUses = new FirstUses();
		const wired = (token: string) =>
			clientsOf(server.address, { token: () => token, queues: new Queues(firstUses) }).lists;
		const asking = [wired('old').user({ owner: '~u0' }), wired('old').user({ owner: '~u1' })];
		await server.reached(1);
		asking.push(wired('renewed').user({ owner: '~u2' }));
		await server.reached(2);
		const urls = () => server.asked.map(({ url }) => url);
		assert.deepEqual(urls(), ['/api/user/~u0', '/api/user/~u2']);
		for (const go of held) go();
		await server.reached(3);
		assert.equal(urls()[2], '/api/user/~u1');
		held[2]?.();
		await Promise.all(asking);
	});

	it('is the next one’s where the server had trouble', async () => {
		const { server, held } = await holding();
		const asking = ask(clientsOf(server.address, { retrying: once }));
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

	it('that is not answered in time is not waited for by one after another', async () => {
		const { server } = await holding();
		const limits = { answer: 40, whole: 80 };
		const { lists } = clientsOf(server.address, { retrying: once, limits });
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
});
