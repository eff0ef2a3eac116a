import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { files } from '../../../../../src/platform/state/files.ts';
import { Deliveries } from '../../../../../src/platform/state/outbox/deliveries.ts';
import type { Queue } from '../../../../../src/platform/state/outbox/queue.ts';
import { until } from '../../../../tools/until.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import {
	clock,
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
		const time = clock();
		const now = time.now();
		const steps = [{ group: 'one', change: { brightness: 5 }, at: now }];
		let queue: Queue<LampKey, LampChange> = [
			lampEntry('home', { key: kitchen, due: due(now), steps }),
			lampEntry('work', { key: office, due: due(now), steps }),
		];
		const houses = new Houses();
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		let woken = 0;
		const deliveries = new Deliveries<LampKey, LampChange>({
			...{ storage: files(await folder(), log), format: lamps, sender: houses.sender, log, lifetime },
			...{ now: time.now, origin: 'here', retryMs: () => 3_600_000 },
			queue: () => queue,
			change: async (change) => {
				queue = change(queue);
				return queue;
			},
			giveBack: async () => {},
			woke: () => {
				woken += 1;
			},
		});
		const left = () => queue.map(({ id }) => id);
		return { deliveries, houses, time, lines, lifetime, left, woken: () => woken };
	}
	const ofKitchen = 'set home/kitchen {"brightness":5}';
	const ofOffice = 'set work/office {"brightness":5}';

	it('send what is due of all accounts beside each other, and end', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		const home = Promise.withResolvers<void>();
		houses.answer = (request) => (request === ofKitchen ? home.promise : undefined);
		deliveries.sendDue();
		await until(() => left().join() === 'home', { what: 'the office has its light while the kitchen waits' });
		assert.ok(deliveries.of('home'));
		home.resolve();
		await deliveries.ended();
		assert.deepEqual([houses.requests.toSorted(), left()], [[ofKitchen, ofOffice], []]);
		await until(() => deliveries.of('home') === undefined);
	});

	it('wait for what is due later, and wake then', async () => {
		const { deliveries, houses, left, woken } = await open((now) => now + 300);
		deliveries.sendDue();
		assert.deepEqual([houses.requests, deliveries.of('home')], [[], undefined]);
		await until(() => left().length === 0);
		assert.ok(woken() > 0);
	});

	it('leave an account that cannot be reached to a retry, or to the first answer', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = (request) => {
			if (request === ofKitchen) throw offline();
		};
		deliveries.sendDue();
		await until(() => left().join() === 'home' && !deliveries.of('home'));
		houses.before = () => {};
		deliveries.sendDue();
		assert.equal(deliveries.of('home'), undefined, 'the retry is an hour away');
		deliveries.didReach('work');
		assert.equal(deliveries.of('home'), undefined, 'another account says nothing of this one');
		deliveries.didReach('home');
		await until(() => left().length === 0);
	});

	it('try at once what the user wants to send now', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = () => {
			throw offline();
		};
		deliveries.sendDue();
		await until(() => !deliveries.of('home') && !deliveries.of('work'));
		assert.equal(left().length, 2);
		houses.before = () => {};
		deliveries.tryAllNow();
		deliveries.sendDue();
		await until(() => left().length === 0);
	});

	it('try an account again by the time at which the user changes something', async () => {
		const { deliveries, houses, time, left } = await open((now) => now);
		houses.before = () => {
			throw offline();
		};
		deliveries.sendDue();
		await until(() => !deliveries.of('home') && !deliveries.of('work'));
		houses.before = () => {};
		deliveries.tryBy('home', time.now());
		deliveries.sendDue();
		await until(() => left().join() === 'work');
	});

	it('wait for the next sign-in of an account that is signed out', async () => {
		const { deliveries, houses, left } = await open((now) => now);
		houses.before = () => {
			throw new DOMException('The account has signed out.', 'AbortError');
		};
		deliveries.sendDue();
		await until(() => !deliveries.of('home') && !deliveries.of('work'));
		houses.before = () => {};
		deliveries.sendDue();
		assert.equal(deliveries.of('home'), undefined);
		deliveries.didChangeAccounts();
		await until(() => left().length === 0);
	});

	it('log an unexpected failure, and try again later', async () => {
		const { deliveries, lines, left, lifetime } = await open((now) => now);
		const broken = new Deliveries<LampKey, LampChange>({
			...{ storage: files(await folder(), readable().log), format: lamps, sender: new Houses().sender },
			...{ lifetime, now: Date.now, origin: 'here', retryMs: () => 3_600_000, log: readable().log },
			queue: () => [lampEntry('home', { key: kitchen, steps: [step()] })],
			change: () => Promise.reject(new Error('The disk is full.')),
			giveBack: async () => {},
			woke: () => {},
		});
		broken.sendDue();
		assert.ok(broken.of('home'));
		await broken.ended();
		await until(() => broken.of('home') === undefined);
		broken.sendDue();
		assert.equal(broken.of('home'), undefined);
		assert.deepEqual([lines, left().length, deliveries.of('home')], [[], 2, undefined]);
	});

	it('begin nothing after their lifetime', async () => {
		const { deliveries, houses, lifetime } = await open((now) => now);
		lifetime.dispose();
		deliveries.sendDue();
		assert.deepEqual([deliveries.of('home'), houses.requests], [undefined, []]);
	});
});

const step = () => ({ group: 'one', change: { brightness: 5 }, at: Date.now() });
