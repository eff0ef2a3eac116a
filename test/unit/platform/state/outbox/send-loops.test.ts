import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { Queue } from '../../../../../src/platform/state/outbox/queue.ts';
import { SendLoops } from '../../../../../src/platform/state/outbox/send-loops.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';
import {
	Houses,
	kitchen,
	type LampChange,
	type LampKey,
	lampEntry,
	lamps,
	office,
	offline,
} from './lamps.ts';

describe('The deliveries of an outbox', () => {
	const { folder, ending } = stage();

	/** Deliveries of a queue in memory, with an entry for each of two houses. */
	async function open(due: (now: number) => number) {
		const { log, lines } = readable();
		const now = Date.now();
		const steps = [{ group: 'one', change: { brightness: 5 }, at: now }];
		let queue: Queue<LampKey, LampChange> = [
			lampEntry('home', { key: kitchen, due: due(now), steps }),
			lampEntry('work', { key: office, due: due(now), steps }),
		];
		const houses = new Houses();
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		let woken = 0;
		const storage = fileStorage(await folder(), log);
		const deliveries = new SendLoops<LampKey, LampChange>({
			...{ storage, format: lamps, sender: houses.sender, log, lifetime },
			...{ origin: 'here', retryMs: () => 3_600_000, arrivalMs: 0 },
			queue: () => queue,
			change: async (change) => {
				queue = change(queue);
				return queue;
			},
			didWake: () => {
				woken += 1;
			},
		});
		const left = () => queue.map(({ id }) => id);
		return { deliveries, houses, lines, lifetime, left, storage, woken: () => woken };
	}
	const ofKitchen = 'set home/kitchen {"brightness":5}';
	const ofOffice = 'set work/office {"brightness":5}';

	it('send what is due to all accounts at the same time, and end', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		const home = Promise.withResolvers<void>();
		houses.answer = (request) => (request === ofKitchen ? home.promise : undefined);
		deliveries.sendDue();
		await until(() => left().join() === 'home', { what: 'the office has its light while the kitchen waits' });
		home.resolve();
		await deliveries.ended();
		assert.deepEqual([houses.requests.toSorted(), left()], [[ofKitchen, ofOffice], []]);
	});

	it('send nothing after another window has taken the lock, and ask the house first when they have it again', async () => {
		const { deliveries, houses, left, storage } = await open((now) => now);
		let losses = 0;
		houses.before = (request) => {
			// What another window does that takes this one for hung.
			if (request === ofKitchen && losses++ === 0)
				rmSync(`${storage.pathOf(['sending', 'home'])}.lock`, { recursive: true });
		};
		deliveries.sendDue();
		await until(() => left().length === 0);
		const ofHome = houses.requests.filter((request) => request !== ofOffice);
		assert.deepEqual(ofHome, ['look home/kitchen', ofKitchen]);
	});

	it('wait for what is due later, and wake then', async () => {
		const { deliveries, houses, left, woken } = await open((now) => now + 300);
		deliveries.sendDue();
		await deliveries.ended();
		assert.deepEqual(houses.requests, []);
		await until(() => left().length === 0);
		assert.ok(woken() > 0);
	});

	it('leave an account that cannot be reached to a retry, or to the first answer', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = (request) => {
			if (request === ofKitchen) throw offline();
		};
		deliveries.sendDue();
		await deliveries.ended();
		assert.deepEqual(left(), ['home']);
		houses.before = () => {};
		deliveries.sendDue();
		await deliveries.ended();
		assert.deepEqual(left(), ['home'], 'the retry is an hour away');
		deliveries.didReach('work');
		await deliveries.ended();
		assert.deepEqual(left(), ['home'], 'another account says nothing of this one');
		deliveries.didReach('home');
		await until(() => left().length === 0);
	});

	it('try at once what the user wants to send now', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = () => {
			throw offline();
		};
		deliveries.sendDue();
		await deliveries.ended();
		assert.equal(left().length, 2);
		houses.before = () => {};
		deliveries.tryAllNow();
		deliveries.sendDue();
		await until(() => left().length === 0);
	});

	it('try an account again by the time at which the user changes something', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = () => {
			throw offline();
		};
		deliveries.sendDue();
		await deliveries.ended();
		houses.before = () => {};
		deliveries.retryWithin('home', 0);
		deliveries.sendDue();
		await until(() => left().join() === 'work');
	});

	it('wait for the next sign-in of an account that is signed out', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = () => {
			throw new DOMException('The account has signed out.', 'AbortError');
		};
		deliveries.sendDue();
		await deliveries.ended();
		houses.before = () => {};
		deliveries.sendDue();
		await deliveries.ended();
		assert.equal(left().length, 2);
		deliveries.didChangeAccounts();
		await until(() => left().length === 0);
	});

	it('log an unexpected failure, and try again later', async () => {
		const { lifetime } = await open((now) => now);
		const { log, lines } = readable();
		let tried = 0;
		const broken = new SendLoops<LampKey, LampChange>({
			...{ storage: fileStorage(await folder(), readable().log), format: lamps, sender: new Houses().sender },
			...{ lifetime, origin: 'here', retryMs: () => 3_600_000, arrivalMs: 0, log },
			queue: () => [lampEntry('home', { key: kitchen, steps: [step()] })],
			change: () => {
				tried += 1;
				return Promise.reject(new Error('The disk is full.'));
			},
			didWake: () => {},
		});
		broken.sendDue();
		await broken.ended();
		assert.match(
			lines.map(({ line }) => line).join('\n'),
			/Pending changes could not be sent.*The disk is full/s,
		);
		broken.sendDue();
		await broken.ended();
		assert.equal(tried, 1, 'the retry is an hour away');
	});

	it('begin nothing after their lifetime', async () => {
		const { deliveries, houses, lifetime } = await open((now) => now);
		lifetime.dispose();
		deliveries.sendDue();
		await deliveries.ended();
		assert.deepEqual(houses.requests, []);
	});
});

const step = () => ({ group: 'one', change: { brightness: 5 }, at: Date.now() });
