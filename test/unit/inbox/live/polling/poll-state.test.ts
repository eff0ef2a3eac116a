import assert from 'node:assert/strict';
import { ForgeError, unexpectedError } from '../../../../../src/forge/contract/errors.ts';
import { PollState } from '../../../../../src/inbox/live/polling/poll-state.ts';

const nothing = { hasNews: false };
const news = { hasNews: true };
const minuteMs = 60_000;
const start = 1_000_000;

/** A resource that was read at `start`, without news and with an average server. */
function readOnce({ jitter = 0, isLive = false } = {}): PollState {
	const state = new PollState(start);
	state.isLive = isLive;
	state.didStart(start);
	state.didRead(nothing, start, jitter);
	return state;
}

describe('A polled resource', () => {
	it('is due at once when it is new', () => {
		assert.equal(new PollState(start).dueAt, start);
	});

	it('says how often it is read, when it was, and why that failed', () => {
		const state = readOnce();
		assert.deepEqual(state.facts, { everyMs: 45_000, readAt: start, failure: undefined });
		const reasons = [
			[new ForgeError('offline', "Can't connect."), "Can't connect.", true],
			[new ForgeError('busy', 'It is busy.'), 'It is busy.', false],
			[new Error('bug'), unexpectedError, false],
		] as const;
		for (const [error, why, isOffline] of reasons) {
			const failed = readOnce();
			failed.didFail(error, start + 1, 0);
			const { readAt, failure } = failed.facts;
			assert.deepEqual([readAt, failure?.why, failure?.isOffline], [start + 1, why, isOffline]);
			assert.equal(start + 1 + failed.facts.everyMs, failed.dueAt);
		}
		assert.equal(new PollState(start).facts.readAt, undefined);
	});

	it('is read when its webhook begins to work, also if a read has begun before that, but not twice within 15 seconds', () => {
		const state = readOnce();
		state.setLive(true, start + 5);
		assert.equal(state.dueAt, start + 15_000);
		state.didStart(start + 1504);
		state.didRead(nothing, start + 6, 0);
		assert.equal(state.dueAt, start + 15_006, 'it began too early to find all that was not delivered');
		state.didStart(start + 1505);
		state.didRead(nothing, start + 6, 0);
		assert.equal(state.facts.everyMs, state.dueAt - start - 6);
		state.setLive(false, start + 7);
		state.didStart(start);
		state.setLive(true, start + 8);
		state.didRead(nothing, start + 9, 0);
		state.setLive(true, start + 10);
		assert.equal(state.dueAt, start + 15_009);
		state.shift(-9);
		assert.equal(state.dueAt, start + 15_000);
		state.setLive(false, start + 20_000);
		state.setLive(true, start + 20_001);
		assert.equal(state.dueAt, start + 21_501);
		state.didFail(new ForgeError('busy', 'It is busy.'), start + 1, 0);
		assert.ok(state.dueAt > start + 1000);
		state.setLive(false, start + 2);
		state.didStart(start);
		state.didRead(nothing, start + 3, 0);
		assert.ok(state.dueAt > start + minuteMs / 2);
	});

	it('that was never read is not read earlier because its webhook works', () => {
		const state = new PollState(start + 10_000);
		state.setLive(true, start);
		assert.equal(state.dueAt, start + 10_000);
	});

	it('that was never read is read late enough to find what was not delivered before its webhook worked, and only once', () => {
		const state = new PollState(start);
		state.setLive(true, start);
		assert.equal(state.dueAt, start + 1500);
		state.didStart(start + 1500);
		assert.ok(state.isOutdated, 'what another window has read does not count');
		state.didRead(nothing, start + 1501, 0);
		assert.ok(state.dueAt > start + 20 * minuteMs);
	});

	it('that was never read is read twice if a delivery was read too early', () => {
		const state = new PollState(start);
		state.setLive(true, start);
		state.didStart(start + 1);
		state.didRead(nothing, start + 2, 0);
		assert.equal(state.dueAt, start + 15_002);
	});

	it('is read less and less often while nothing happens: after 45 seconds first, and every ten minutes at last', () => {
		const state = new PollState(start);
		const waits = Array.from({ length: 10 }, () => {
			state.didStart(start);
			state.didRead(nothing, start, 0);
			return Math.round((state.dueAt - start) / 1000);
		});
		assert.deepEqual(waits, [45, 68, 101, 152, 228, 342, 500, 500, 500, 500]);
	});

	it('is read 15 seconds after an event, and then a little later each time', () => {
		const state = readOnce();
		const waits = [news, news, nothing, nothing].map((result) => {
			state.didRead(result, start, 0);
			return state.dueAt - start;
		});
		assert.deepEqual(waits, [15_000, 15_000, 22_500, 33_750]);
	});

	it('is read up to a fifth later by chance, which is drawn once for each wait', () => {
		const state = readOnce({ jitter: 0.5 });
		assert.equal(state.dueAt, start + 49_500);
		assert.equal(state.dueAt, start + 49_500);
	});

	it('is read every 25 to 30 minutes while its webhook works, and then as if it had none', () => {
		for (const [jitter, minutes] of [
			[0, 25],
			[1, 30],
		] as const) {
			const state = readOnce({ isLive: true, jitter });
			assert.equal(state.dueAt, start + minutes * minuteMs);
			state.isLive = false;
			assert.equal(state.dueAt, start + 45_000 * (1 + 0.2 * jitter));
		}
	});

	it('is due at once when it is outdated, but not before the end of the wait after a failure', () => {
		const state = readOnce();
		state.want(start + 5);
		state.want(start + 6);
		assert.equal(state.dueAt, start + 5);
		state.didStart(start + 7);
		state.didFail(new ForgeError('busy', ''), start + 8, 0);
		const { dueAt } = state;
		state.want(start + 9);
		assert.equal(state.dueAt, dueAt);
	});

	it('is due at once when the user looks at it again, if the last read was a minute ago', () => {
		const now = start + minuteMs;
		const idle = () => {
			const state = new PollState(start);
			for (let nth = 0; nth < 9; nth++) state.didRead(nothing, start, 0);
			return state;
		};
		const state = idle();
		state.lookAgain(now - 1);
		assert.equal(state.dueAt, start + 500_000);
		state.lookAgain(now);
		assert.equal(state.dueAt, now);
		state.lookAgain(now + 5);
		assert.equal(state.dueAt, now);
		state.didStart(start);
		state.lookAgain(now);
		state.didRead(nothing, now, 0);
		assert.equal(state.dueAt, now + 500_000);
	});

	it('is not read earlier when the user looks at it again if its webhook works', () => {
		const state = readOnce({ isLive: true });
		state.lookAgain(start + 20 * minuteMs);
		assert.equal(state.dueAt, start + 25 * minuteMs);
	});

	it('waits after a failed read, even if the user looks at it again, and without a memory of earlier failures', () => {
		const state = readOnce();
		const fail = () => {
			state.didFail(new ForgeError('surprise', '', { status: 500 }), start, 0);
			state.lookAgain(start + 9 * minuteMs);
			return state.dueAt - start;
		};
		assert.deepEqual([fail(), fail(), fail()], [15_000, 30_000, 60_000]);
		state.didRead(news, start, 0);
		assert.equal(state.dueAt, start + 15_000);
		assert.equal(fail(), 15_000);
	});

	it('is due at once when the user looks at it again after a read without a network', () => {
		const state = readOnce();
		state.didFail(new ForgeError('offline', ''), start, 0);
		assert.equal(state.dueAt, start + 15_000);
		state.lookAgain(start + 1000);
		assert.equal(state.dueAt, start + 1000);
	});

	it('is expected to make as many requests as its last read, from one to twenty', () => {
		const state = new PollState(start);
		assert.equal(state.requests, 1);
		const counts = [3, 0, 500, undefined].map((requests) => {
			state.didRead({ hasNews: false, requests }, start, 0);
			return state.requests;
		});
		assert.deepEqual(counts, [3, 1, 20, 1]);
	});

	it('keeps its distance to the present when the clock is set', () => {
		const waiting = new PollState(start);
		waiting.shift(-5000);
		assert.equal(waiting.dueAt, start - 5000);
		const state = readOnce();
		state.shift(-5000);
		assert.equal(state.dueAt, start + 40_000);
	});
});
