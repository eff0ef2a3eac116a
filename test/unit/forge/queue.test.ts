import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Place, Queue, Queues } from '../../../src/forge/queue.ts';

const signal = new AbortController().signal;

/** Enters the queue `count` times. Returns an array of the places given so far, in order. */
function crowd(queue: Queue, count: number): Place[] {
	const given: Place[] = [];
	for (let index = 0; index < count; index++) void queue.enter(signal).then((place) => given.push(place));
	return given;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of a host', () => {
	it('lets six be under way, and the next as soon as one leaves', async () => {
		const queue = new Queues().of('forge.example');
		const given = crowd(queue, 8);
		await settle();
		assert.equal(given.length, 6);
		given[0]?.leave('well');
		await settle();
		assert.equal(given.length, 7);
	});

	it('is one for all who ask for the host, and another for another host', () => {
		const queues = new Queues();
		assert.equal(queues.of('a:1'), queues.of('a:1'));
		assert.notEqual(queues.of('a:1'), queues.of('a:2'));
	});

	it('halves once for a burst of busy answers, and grows back by one after as many good ones', async () => {
		const queue = new Queue(6);
		const burst = crowd(queue, 6);
		await settle();
		for (const place of burst) place.leave('busy');
		assert.equal(queue.places, 3);

		const seen: number[] = [];
		for (let round = 0; round < 12; round++) {
			(await queue.enter(signal)).leave('well');
			seen.push(queue.places);
		}
		assert.deepEqual(seen, [3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6]);
	});

	it('goes down to one at a time and no further', async () => {
		const queue = new Queue(6);
		for (let round = 0; round < 9; round++) (await queue.enter(signal)).leave('busy');
		assert.equal(queue.places, 1);
		const given = crowd(queue, 3);
		await settle();
		assert.equal(given.length, 1);
	});

	it('learns nothing from a request that had no answer, or was asked before the server was busy', async () => {
		const queue = new Queue(6);
		const early = await Promise.all(Array.from({ length: 6 }, () => queue.enter(signal)));
		early[0]?.leave('busy');
		assert.equal(queue.places, 3);
		for (const place of early.slice(1)) place.leave('well');
		for (let round = 0; round < 9; round++) (await queue.enter(signal)).leave('nothing');
		assert.equal(queue.places, 3);
		for (let round = 0; round < 3; round++) (await queue.enter(signal)).leave('well');
		assert.equal(queue.places, 4);
	});

	it('gives every waiting one its turn, in order, whoever leaves before it and however the answers are', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('good', 'busy', 'gone' as const), { minLength: 1, maxLength: 40 }),
				async (fates) => {
					const queue = new Queue(3);
					const served: number[] = [];
					const leavers = fates.map(() => new AbortController());
					const all = fates.map(async (fate, index) => {
						const place = await queue.enter(leavers[index]?.signal ?? signal);
						served.push(index);
						await null;
						place.leave(fate === 'busy' ? 'busy' : 'well');
					});
					fates.forEach((fate, index) => {
						if (fate === 'gone') leavers[index]?.abort(new Error('gone'));
					});
					const ends = await Promise.allSettled(all);
					assert.deepEqual(
						served,
						[...served].sort((a, b) => a - b),
					);
					ends.forEach(({ status }, index) => {
						assert.equal(status === 'fulfilled', served.includes(index));
						if (fates[index] !== 'gone') assert.equal(status, 'fulfilled');
					});
				},
			),
			{ numRuns: 50 },
		);
	});
});
