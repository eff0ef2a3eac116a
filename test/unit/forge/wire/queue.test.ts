import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Queues, RequestQueue, type Slot } from '../../../../src/forge/wire/queue.ts';

const signal = new AbortController().signal;

/** Enters the queue `count` times. Returns an array of the places given so far, in order. */
function enterTimes(queue: RequestQueue, count: number): Slot[] {
	const given: Slot[] = [];
	for (let index = 0; index < count; index++) void queue.enter(signal).then((place) => given.push(place));
	return given;
}

/** How many requests may run at a time. None may be running. */
async function capacityOf(queue: RequestQueue): Promise<number> {
	const leaving = new AbortController();
	const given: Slot[] = [];
	for (let index = 0; index < 9; index++)
		queue.enter(leaving.signal).then(
			(place) => given.push(place),
			() => {},
		);
	await settle();
	leaving.abort();
	for (const place of given) place.release('unknown');
	return given.length;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of a host', () => {
	it('allows six requests at a time, and the next one when a request ends', async () => {
		const queue = new Queues().of('forge.example');
		const given = enterTimes(queue, 8);
		await settle();
		assert.equal(given.length, 6);
		given[0]?.release('good');
		await settle();
		assert.equal(given.length, 7);
	});

	it('is shared by all requests to that host, and by no other host', () => {
		const queues = new Queues();
		assert.equal(queues.of('a:1'), queues.of('a:1'));
		assert.notEqual(queues.of('a:1'), queues.of('a:2'));
	});

	it('halves its capacity once per burst of busy answers, and adds one after as many good ones', async () => {
		const queue = new RequestQueue(6);
		const burst = enterTimes(queue, 6);
		await settle();
		for (const place of burst) place.release('busy');
		assert.equal(await capacityOf(queue), 3);

		const seen: number[] = [];
		for (let round = 0; round < 12; round++) {
			(await queue.enter(signal)).release('good');
			seen.push(await capacityOf(queue));
		}
		assert.deepEqual(seen, [3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6]);
	});

	it('shrinks to one request at a time and no further', async () => {
		const queue = new RequestQueue(6);
		for (let round = 0; round < 9; round++) (await queue.enter(signal)).release('busy');
		assert.equal(await capacityOf(queue), 1);
	});

	it('ignores requests without an answer, and good answers to requests sent before the server was busy', async () => {
		const queue = new RequestQueue(6);
		const early = await Promise.all(Array.from({ length: 6 }, () => queue.enter(signal)));
		early[0]?.release('busy');
		for (const place of early.slice(1)) place.release('good');
		for (let round = 0; round < 9; round++) (await queue.enter(signal)).release('unknown');
		assert.equal(await capacityOf(queue), 3);
		for (let round = 0; round < 3; round++) (await queue.enter(signal)).release('good');
		assert.equal(await capacityOf(queue), 4);
	});

	it('serves all waiting requests in order, even if some abort or get busy answers', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('good', 'busy', 'gone' as const), { minLength: 1, maxLength: 40 }),
				async (outcomes) => {
					const queue = new RequestQueue(3);
					const served: number[] = [];
					const controllers = outcomes.map(() => new AbortController());
					const all = outcomes.map(async (outcome, index) => {
						const place = await queue.enter(controllers[index]?.signal ?? signal);
						served.push(index);
						await null;
						place.release(outcome === 'busy' ? 'busy' : 'good');
					});
					outcomes.forEach((outcome, index) => {
						if (outcome === 'gone') controllers[index]?.abort(new Error('gone'));
					});
					const ends = await Promise.allSettled(all);
					assert.deepEqual(
						served,
						[...served].sort((a, b) => a - b),
					);
					ends.forEach(({ status }, index) => {
						assert.equal(status === 'fulfilled', served.includes(index));
						if (outcomes[index] !== 'gone') assert.equal(status, 'fulfilled');
					});
				},
			),
			{ numRuns: 50 },
		);
	});
});
