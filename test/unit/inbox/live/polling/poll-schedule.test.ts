import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { PollSchedule } from '../../../../../src/inbox/live/polling/poll-schedule.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

const nothing = { hasNews: false };
const news = { hasNews: true };
const secondMs = 1000;
const minuteMs = 60_000;
const noon = Date.UTC(2026, 10, 23, 12);

interface Polled {
	readonly at: number;
	readonly id: string;
}

/** A schedule with its clock, which reads what is due and takes no time for it. */
class Simulation {
	now = noon;
	readonly reads: Polled[] = [];
	readonly schedule: PollSchedule;
	/** Reports the result of a read. */
	answer = (id: string) => this.schedule.didRead(id, nothing, this.now);

	constructor(random: () => number = () => 0) {
		this.schedule = new PollSchedule(random);
	}

	show(names: readonly string[], { isLive = false, isFirst = false, server = 'forge' } = {}): void {
		this.schedule.setResources(
			names.map((id) => ({ id, server, isLive, isFirst })),
			this.now,
		);
	}

	focus(hasFocus = true): void {
		this.schedule.setFocus(hasFocus, this.now);
	}

	/** Lets time pass, and reads what is due at the moments that the schedule names. */
	wait(ms: number): void {
		const end = this.now + ms;
		const next = () => this.schedule.nextAt() ?? Number.POSITIVE_INFINITY;
		for (let at = next(); at <= end; at = next()) {
			this.now = Math.max(this.now, at);
			const id = this.schedule.takeDue(this.now);
			assert.ok(id !== undefined, 'the schedule names a moment at which nothing is due');
			this.reads.push({ at: this.now, id });
			this.answer(id);
		}
		this.now = end;
	}

	/** The reads since the last call, in seconds from `since`. */
	takeReads(since = noon): readonly (readonly [seconds: number, id: string])[] {
		return this.reads.splice(0).map(({ at, id }) => [(at - since) / secondMs, id]);
	}
}

const manyNames = Array.from({ length: 50 }, (_, nth) => `resource ${nth}`);

describe('The polling schedule', () => {
	it('reads what is shown again at once only if its last read was a minute ago', () => {
		const polls = new Simulation();
		polls.focus();
		polls.show(['a']);
		polls.wait(300 * secondMs);
		assert.deepEqual(polls.takeReads().at(-1), [213.75, 'a']);
		const showAgainAt = (seconds: number) => {
			polls.show([]);
			polls.wait(noon + seconds * secondMs - polls.now);
			polls.show(['a']);
			polls.wait(secondMs);
			return polls.takeReads();
		};
		assert.deepEqual(showAgainAt(310), [[310, 'a']]);
		assert.deepEqual(showAgainAt(369), []);
		assert.deepEqual(showAgainAt(370), [[370, 'a']]);
	});

	for (const isHidden of [true, false])
		it(`reads what it has forgotten at once ${isHidden ? 'when it is shown again' : 'while it is shown'}`, () => {
			const polls = new Simulation();
			polls.focus();
			polls.answer = (id) => polls.schedule.didFail(id, new ForgeError('signed-out', ''), polls.now);
			polls.show(['a', 'b']);
			polls.wait(10 * secondMs);
			if (isHidden) polls.show([]);
			polls.schedule.forget('a');
			polls.takeReads();
			polls.show(['a', 'b']);
			polls.wait(10 * secondMs);
			assert.deepEqual(polls.takeReads(noon + 10 * secondMs), [[0, 'a']]);
		});

	it('reads a resource once more when its webhook begins to work, because what happened before was perhaps not delivered', () => {
		const polls = new Simulation();
		polls.focus();
		for (const isLive of [true, false, true]) {
			polls.show(['a'], { isLive });
			polls.wait(2 * secondMs);
		}
		polls.wait(minuteMs);
		assert.deepEqual(polls.takeReads(), [
			[0, 'a'],
			[15, 'a'],
		]);
		polls.show(['a'], { isLive: true });
		polls.wait(minuteMs);
		assert.deepEqual(polls.takeReads(), []);
	});

	it('reads within 20 seconds what was perhaps delivered to another window, and makes up for it afterwards', () => {
		const polls = new Simulation();
		polls.answer = (id) => polls.schedule.didRead(id, { hasNews: true, requests: 6 }, polls.now);
		const names = ['a', 'b', 'c', 'd'];
		polls.show(names);
		polls.focus();
		polls.wait(30 * secondMs);
		assert.deepEqual(
			polls.takeReads().map(([at]) => at),
			[0, 6, 12, 18, 24, 30],
		);
		polls.show(names, { isLive: true });
		polls.wait(16 * secondMs);
		assert.deepEqual(polls.takeReads(), [
			[31.5, 'c'],
			[33, 'd'],
			[39, 'a'],
			[45, 'b'],
		]);
		polls.show(['new']);
		polls.wait(minuteMs);
		assert.deepEqual(polls.takeReads()[0], [60, 'new']);
	});
});

/** The seconds between the reads since the last call. */
const waitsOf = (polls: Simulation) => {
	const times = polls.takeReads().map(([seconds]) => seconds);
	return times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
};

describe('A polled resource', () => {
	stopTheDate(noon);

	it('is read less and less often while nothing happens, and soon again after an event', () => {
		const polls = new Simulation();
		polls.show(['a']);
		polls.focus();
		polls.wait(49 * minuteMs);
		const waits = [45, 67.5, 101.25, 151.875, 227.8125, 341.71875, 500, 500, 500, 500];
		assert.deepEqual(waitsOf(polls), waits);
		for (const result of [news, news, nothing, nothing]) polls.schedule.didRead('a', result, polls.now);
		polls.wait(100 * secondMs);
		assert.deepEqual(waitsOf(polls), [50.625]);
		polls.schedule.didRead('a', news, polls.now);
		polls.wait(80 * secondMs);
		assert.deepEqual(waitsOf(polls), [22.5, 33.75]);
	});
});

describe('After failed reads, the polling schedule', () => {
	const failWith =
		(polls: Simulation, error: unknown, which = (_: string) => true) =>
		(id: string) => {
			if (which(id)) polls.schedule.didFail(id, error, polls.now);
			else polls.schedule.didRead(id, nothing, polls.now);
		};

	it('asks a server that cannot be reached for one resource at a time, less and less often', () => {
		const polls = new Simulation();
		polls.answer = failWith(polls, new ForgeError('offline', ''));
		polls.show(manyNames);
		polls.focus();
		polls.wait(6 * minuteMs);
		assert.deepEqual(
			polls.takeReads().map(([seconds]) => seconds),
			[0, 15, 45, 105, 205, 305],
		);
		polls.answer = (id) => polls.schedule.didRead(id, nothing, polls.now);
		polls.wait(minuteMs + 40 * secondMs);
		assert.equal(polls.takeReads().length, 56);
	});

	it('waits for the result of one read of such a server before the next', () => {
		const polls = new Simulation();
		polls.answer = failWith(polls, new ForgeError('offline', ''));
		polls.show(['a', 'b', 'c']);
		polls.focus();
		polls.wait(0);
		polls.answer = () => {};
		polls.wait(10 * minuteMs);
		assert.deepEqual(polls.takeReads(), [
			[0, 'a'],
			[15, 'b'],
		]);
	});

	it('asks at once again when the window gets the focus, if there was no network', () => {
		for (const [kind, count] of [
			['offline', 1],
			['busy', 0],
		] as const) {
			const polls = new Simulation();
			polls.answer = failWith(polls, new ForgeError(kind, ''));
			polls.show(['a']);
			polls.focus();
			polls.wait(16 * secondMs);
			polls.takeReads();
			polls.focus(false);
			polls.wait(2 * secondMs);
			polls.focus();
			polls.wait(0);
			assert.equal(polls.takeReads().length, count, kind);
		}
	});

	it('reads once more what has a working webhook when there is a network again, because nothing was delivered without one', () => {
		const polls = new Simulation();
		polls.show(['a', 'b']);
		polls.focus();
		polls.wait(minuteMs);
		polls.show(['a', 'b'], { isLive: true });
		polls.wait(minuteMs);
		polls.takeReads();
		const offlineAt = polls.now;
		polls.schedule.didFail('a', new ForgeError('offline', 'of the test'), polls.now);
		polls.wait(10 * minuteMs);
		assert.deepEqual(polls.takeReads(offlineAt), [
			[15, 'a'],
			[16.5, 'b'],
		]);
	});

	it('continues with the resources of other servers', () => {
		const polls = new Simulation();
		polls.answer = failWith(polls, new ForgeError('offline', ''), (id) => id.startsWith('lists'));
		const resource = (server: string, nth: number) => ({
			id: `${server} ${nth}`,
			server,
			isLive: false,
			isFirst: false,
		});
		polls.schedule.setResources(
			[0, 1, 2].flatMap((nth) => [resource('lists', nth), resource('todo', nth)]),
			polls.now,
		);
		polls.focus();
		polls.wait(10 * secondMs);
		assert.deepEqual(
			polls.takeReads().map(([, id]) => id),
			['lists 0', 'todo 0', 'todo 1', 'todo 2'],
		);
	});

	/** After this time, the reads of the first resources have begun and none has ended. */
	function whileReading(ms: number): Simulation {
		const polls = new Simulation();
		polls.show(['a', 'b', 'c']);
		polls.focus();
		polls.answer = () => {};
		polls.wait(ms);
		return polls;
	}

	it('asks a server no earlier than it wants, even if a read that had begun fails with less', () => {
		const polls = whileReading(1 * secondMs);
		polls.schedule.didFail('a', new ForgeError('busy', '', { retryAfterMs: 90_000 }), polls.now);
		polls.schedule.didFail('b', new ForgeError('busy', ''), polls.now);
		polls.takeReads();
		polls.wait(100 * secondMs);
		assert.equal(polls.takeReads()[0]?.[0], 91);
	});

	it('waits no longer if several reads fail at the same moment', () => {
		const polls = whileReading(2 * secondMs);
		polls.takeReads();
		for (const id of ['a', 'b', 'c']) {
			polls.schedule.didFail(id, new ForgeError('offline', ''), polls.now + 1);
			polls.now += 1;
		}
		polls.wait(40 * secondMs);
		assert.equal(polls.takeReads()[0]?.[0], 2.003 + 15);
	});

	it('asks a server no earlier than it wants, even if a read that had begun succeeds', () => {
		const polls = whileReading(1 * secondMs);
		polls.schedule.didFail('a', new ForgeError('busy', '', { retryAfterMs: 90_000 }), polls.now);
		polls.schedule.didRead('b', nothing, polls.now);
		polls.takeReads();
		polls.answer = (id) => polls.schedule.didRead(id, nothing, polls.now);
		polls.wait(90 * secondMs);
		assert.deepEqual(
			polls.takeReads().map(([seconds]) => seconds),
			[91],
		);
	});
});

describe('Whatever happens, the polling schedule', () => {
	const name = fc.integer({ min: 0, max: 11 }).map((nth) => `resource ${nth}`);
	const shown = fc.uniqueArray(
		fc.record({
			id: name,
			server: fc.constantFrom('todo', 'lists'),
			isLive: fc.boolean(),
			isFirst: fc.boolean(),
		}),
		{ selector: ({ id }) => id },
	);
	const failures = [
		new ForgeError('offline', ''),
		new ForgeError('busy', '', { retryAfterMs: 120_000 }),
		new ForgeError('busy', ''),
		new ForgeError('surprise', '', { status: 500 }),
		new ForgeError('missing', ''),
		new Error('a bug'),
	];
	const result = fc.record({ hasNews: fc.boolean(), requests: fc.integer({ min: 0, max: 6 }) });
	const outcome = fc.oneof(
		{ weight: 3, arbitrary: result },
		{ weight: 1, arbitrary: fc.constantFrom(...failures) },
	);
	const act = fc.oneof(
		fc.record({ act: fc.constant('show' as const), shown }),
		fc.record({ act: fc.constant('focus' as const), hasFocus: fc.boolean() }),
		fc.record({ act: fc.constant('read' as const), id: name, outcome }),
		fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20 * minuteMs }) }),
	);

	it('keeps to its budget, of which only reads of what is live borrow, reads nothing unseen, and reads nothing twice within 15 seconds', () => {
		fc.assert(
			fc.property(
				fc.array(act, { maxLength: 40 }),
				fc.infiniteStream(outcome),
				fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
				(acts, outcomes, randoms) => {
					const polls = new Simulation(() => randoms.next().value ?? 0);
					let names = new Set<string>();
					let hasFocus = false;
					let freeAt = Number.NEGATIVE_INFINITY;
					let requestedAt = Number.NEGATIVE_INFINITY;
					let live = new Set<string>();
					/** The schedule learns nothing of reads of what was never shown. */
					const known = new Set<string>();
					const lastRead = new Map<string, number>();
					const report = (id: string, one: Error | { hasNews: boolean; requests: number }) => {
						if (one instanceof Error) polls.schedule.didFail(id, one, polls.now);
						else polls.schedule.didRead(id, one, polls.now);
						// A failure for want of a network does not count.
						if (one === failures[0]) lastRead.delete(id);
						else lastRead.set(id, polls.now);
						return one instanceof Error ? 1 : Math.max(one.requests, 1);
					};
					polls.answer = (id) => {
						assert.ok(hasFocus && names.has(id));
						const borrowedMs = live.has(id) ? 20 * secondMs : 0;
						assert.ok(polls.now >= freeAt - borrowedMs, 'a request too many');
						assert.ok(polls.now >= Math.min(freeAt, requestedAt + secondMs), 'two reads in a second');
						requestedAt = polls.now;
						const last = lastRead.get(id);
						if (last !== undefined) assert.ok(polls.now - last >= 15_000, 'read again too early');
						freeAt = Math.max(freeAt, polls.now) + report(id, outcomes.next().value) * secondMs;
					};
					for (const one of acts) {
						if (one.act === 'show') {
							names = new Set(one.shown.map(({ id }) => id));
							live = new Set(one.shown.flatMap(({ id, isLive }) => (isLive ? [id] : [])));
							for (const id of names) known.add(id);
							polls.schedule.setResources(one.shown, polls.now);
						} else if (one.act === 'focus') {
							hasFocus = one.hasFocus;
							polls.focus(hasFocus);
						} else if (one.act === 'read') {
							if (known.has(one.id)) report(one.id, one.outcome);
						} else polls.wait(one.ms);
					}
				},
			),
			{ numRuns: 300 },
		);
	});

	it('reads everything that is shown at least every ten minutes, or half hour with a webhook, if nothing fails', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(shown, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 6 }),
				fc.infiniteStream(result),
				fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
				(periods, results, randoms) => {
					const polls = new Simulation(() => randoms.next().value ?? 0);
					/** The budget allows up to 12 × 6 requests first. */
					const roundMs = 72 * secondMs;
					const since = new Map<string, number>();
					polls.answer = (id) => {
						since.set(id, polls.now);
						polls.schedule.didRead(id, results.next().value, polls.now);
					};
					polls.focus();
					for (const [resources, minutes] of periods) {
						since.clear();
						for (const { id } of resources) since.set(id, polls.now);
						polls.schedule.setResources(resources, polls.now);
						for (let minute = 0; minute < minutes; minute++) {
							polls.wait(minuteMs);
							for (const { id, isLive } of resources) {
								const ms = polls.now - (since.get(id) ?? 0);
								assert.ok(ms <= (isLive ? 30 : 10) * minuteMs + roundMs, `${id}: ${ms} ms`);
							}
						}
					}
				},
			),
			{ numRuns: 100 },
		);
	});
});
