import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Jobs } from '../../../src/base/jobs.ts';
import { settle, stopTheClock } from '../../kit/window/clock.ts';

/** Jobs named by a key and a text. Each runs until the test ends it. */
function open(most?: number) {
	const jobs = new Jobs(most);
	const begun: string[] = [];
	const told: string[] = [];
	const running = new Map<string, PromiseWithResolvers<void>>();
	const request = (name: string) => {
		const [key = ''] = name.split(' ');
		const work = () => {
			assert.ok(!running.has(key), `${name} runs beside another job of its key`);
			begun.push(name);
			const end = Promise.withResolvers<void>();
			running.set(key, end);
			return end.promise;
		};
		jobs.request(key, work).then(
			() => told.push(name),
			(error: Error) => told.push(`${name}: ${error.message}`),
		);
	};
	const end = async (key: string, failure?: Error) => {
		const ending = running.get(key) ?? assert.fail('It does not run.');
		running.delete(key);
		if (failure) ending.reject(failure);
		else ending.resolve();
		await settle();
	};
	return {
		...{ jobs, request, end },
		/** What has begun since the last call. */
		begun: () => begun.splice(0),
		/** What callers were told since the last call. */
		told: () => told.splice(0),
		pass: async (ms: number) => {
			mock.timers.tick(ms);
			await settle();
		},
	};
}

describe('Jobs', () => {
	stopTheClock();

	it('begin at once, one at a time of each key, and the others at the same time', async () => {
		const { request, begun, told, end } = open();
		for (const name of ['a 1', 'b 1', 'a 2']) request(name);
		assert.deepEqual(begun(), ['a 1', 'b 1']);
		await end('b');
		assert.deepEqual([begun(), told()], [[], ['b 1']]);
		await end('a');
		assert.deepEqual([begun(), told()], [['a 2'], ['a 1']]);
	});

	it('begin in the order of their first requests while there are too many', async () => {
		const { request, begun, end } = open(2);
		for (const name of ['a 1', 'b 1', 'c 1', 'a 2', 'd 1', 'c 2']) request(name);
		assert.deepEqual(begun(), ['a 1', 'b 1']);
		await end('b');
		assert.deepEqual(begun(), ['c 2']);
		await end('a');
		assert.deepEqual(begun(), ['a 2']);
		await end('a');
		assert.deepEqual(begun(), ['d 1']);
	});

	it('that wait are replaced by later ones of their key, and all callers are told when those have ended', async () => {
		const { request, begun, told, end } = open();
		for (const name of ['a 1', 'a 2', 'a 3']) request(name);
		await end('a');
		assert.deepEqual([begun(), told()], [['a 1', 'a 3'], ['a 1']]);
		await end('a');
		assert.deepEqual([begun(), told()], [[], ['a 2', 'a 3']]);
	});

	it('report a failure to their callers, and the next one begins', async () => {
		const { request, begun, told, end } = open();
		for (const name of ['a 1', 'a 2', 'a 3']) request(name);
		await end('a', new Error('The disk is full.'));
		assert.deepEqual(told(), ['a 1: The disk is full.']);
		await end('a', new Error('Still.'));
		assert.deepEqual(told(), ['a 2: Still.', 'a 3: Still.']);
		request('a 4');
		assert.deepEqual(begun(), ['a 1', 'a 3', 'a 4']);
	});

	it('take an exception for a failure', async () => {
		const { jobs, request, begun } = open();
		const failing = jobs.request('a', () => {
			throw new Error('A bug.');
		});
		await assert.rejects(failing, /bug/);
		request('a 1');
		assert.deepEqual(begun(), ['a 1']);
	});

	it('of a key wait while it pauses, and the others do not', async () => {
		const { jobs, request, begun, pass } = open();
		jobs.pause('a', 1000);
		for (const name of ['a 1', 'b 1']) request(name);
		await pass(999);
		request('a 2');
		assert.deepEqual(begun(), ['b 1']);
		await pass(1);
		assert.deepEqual(begun(), ['a 2']);
	});

	it('wait for the end of the one that runs and of the pause, whichever is later', async () => {
		for (const isSlow of [true, false]) {
			const { jobs, request, begun, end, pass } = open();
			request('a 1');
			jobs.pause('a', 1000);
			request('a 2');
			if (isSlow) await pass(1000);
			else await end('a');
			assert.deepEqual(begun(), ['a 1']);
			if (isSlow) await end('a');
			else await pass(1000);
			assert.deepEqual(begun(), ['a 2']);
		}
	});

	it('wait for the last pause only, however long the one before was', async () => {
		const { jobs, request, begun, pass } = open();
		for (const [first, second] of [
			[1000, 10],
			[10, 1000],
		] as const) {
			jobs.pause(`${first}`, first);
			jobs.pause(`${first}`, second);
			request(`${first} 1`);
		}
		await pass(10);
		assert.deepEqual(begun(), ['1000 1']);
		await pass(990);
		assert.deepEqual(begun(), ['10 1']);
	});

	it('can be requested with another pause, or without one', async () => {
		const { jobs, begun, pass } = open();
		const ran: string[] = [];
		for (const key of ['a', 'b']) jobs.pause(key, 1000);
		void jobs.request('a', () => ran.push('a'), 0);
		void jobs.request('b', () => ran.push('b'), 10);
		assert.deepEqual(ran, ['a']);
		await pass(10);
		assert.deepEqual([ran, begun()], [['a', 'b'], []]);
	});

	it('begin when the pause of their key is ended early, but not beside another one', async () => {
		const { jobs, request, begun, end } = open();
		for (const key of ['a', 'b', 'c']) jobs.pause(key, 1000);
		for (const name of ['a 1', 'b 1', 'c 1']) request(name);
		jobs.pause('b', 0);
		assert.deepEqual(begun(), ['b 1']);
		request('b 2');
		jobs.resume();
		assert.deepEqual(begun(), ['a 1', 'c 1']);
		await end('b');
		assert.deepEqual(begun(), ['b 2']);
	});

	it('are held while the caller says so, and then begin in their order', () => {
		const held = new Set(['a', 'b']);
		const jobs = new Jobs(undefined, (key) => held.has(key));
		const ran: string[] = [];
		for (const key of ['a', 'b', 'c', 'a']) void jobs.request(key, () => ran.push(key));
		assert.deepEqual(ran, ['c']);
		held.clear();
		jobs.begin();
		assert.deepEqual(ran, ['c', 'a', 'b']);
	});

	it('say whether one of a key waits or runs, and when the last one has ended', async () => {
		const { jobs, request, end, told } = open();
		const state = () => [jobs.isBusy('a'), jobs.last('a') !== undefined];
		assert.deepEqual(state(), [false, false]);
		request('a 1');
		assert.deepEqual(state(), [true, true]);
		request('a 2');
		assert.deepEqual(state(), [true, true]);
		void jobs.last('a')?.then(() => request('last'));
		await end('a');
		assert.deepEqual(state(), [true, true]);
		await end('a');
		assert.deepEqual([state(), jobs.isBusy('last'), told()], [[false, false], true, ['a 1', 'a 2']]);
	});

	it('have settled when all that were requested have ended or failed', async () => {
		const { jobs, request, end } = open(1);
		for (const name of ['a 1', 'b 1', 'b 2']) request(name);
		let hasSettled = false;
		void jobs.settled().then(() => (hasSettled = true));
		await end('a', new Error('The disk is full.'));
		assert.equal(hasSettled, false);
		await end('b');
		assert.equal(hasSettled, true);
	});

	it('do not begin after their lifetime, and those that run go on', async () => {
		const { jobs, request, begun, told, end, pass } = open();
		jobs.pause('b', 1000);
		for (const name of ['a 1', 'a 2', 'b 1']) request(name);
		jobs.dispose();
		request('c 1');
		await end('a');
		await pass(1000);
		assert.deepEqual([begun(), told()], [['a 1'], ['a 1']]);
	});
});
