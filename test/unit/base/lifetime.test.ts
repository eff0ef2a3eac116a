import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { Disposable } from '../../../src/base/disposable.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { stopTheClock } from './clock.ts';

const year = 365 * 24 * 3600 * 1000;
/** The longest delay of the platform's timers, about 25 days. */
const longest = 2 ** 31 - 1;

function noting(notes: string[], name: string, failure?: Error): Disposable {
	return {
		dispose() {
			notes.push(name);
			if (failure) throw failure;
		},
	};
}

describe('a long timer, on the real clock,', () => {
	it('does not fire at once as the platform would have it', async () => {
		const lifetime = new Lifetime();
		lifetime.timeout(() => assert.fail('a year has not passed'), year);
		lifetime.timeout(() => assert.fail('25 days have not passed'), longest + 1);
		lifetime.interval(() => assert.fail('a year has not passed'), year);
		await new Promise((resolve) => setTimeout(resolve, 5));
		lifetime.dispose();
	});
});

describe('a lifetime', () => {
	stopTheClock();

	it('is a disposable of the editor, and owns those', () => {
		const editors: vscode.Disposable = new Lifetime();
		const ours: Disposable = editors;
		assert.equal(new Lifetime().add(ours), editors);
	});

	it('ends its things once, the latest first', () => {
		const notes: string[] = [];
		const lifetime = new Lifetime();
		for (const name of ['a', 'b', 'c']) lifetime.add(noting(notes, name));
		lifetime.dispose();
		lifetime.dispose();
		assert.deepEqual(notes, ['c', 'b', 'a']);
		assert.equal(lifetime.ended, true);
		assert.equal(lifetime.size, 0);
	});

	it('ends at once what is added too late', () => {
		const notes: string[] = [];
		const lifetime = new Lifetime();
		lifetime.dispose();
		lifetime.add(noting(notes, 'late'));
		assert.deepEqual(notes, ['late']);
		assert.equal(lifetime.size, 0);
		assert.equal(lifetime.child().ended, true);
	});

	it('ends at once what is added by something that is ending', () => {
		const notes: string[] = [];
		const lifetime = new Lifetime();
		lifetime.add({ dispose: () => lifetime.add(noting(notes, 'late')) });
		lifetime.dispose();
		assert.deepEqual(notes, ['late']);
	});

	it('ends all things though some throw, and then throws what they threw', () => {
		const one = new Error('one');
		const two = new Error('two');
		const cases: [failures: (Error | undefined)[], thrown: unknown][] = [
			[[undefined, one, undefined], one],
			[[two, undefined, one], new AggregateError([one, two], 'several things failed to end')],
		];
		for (const [failures, thrown] of cases) {
			const notes: string[] = [];
			const lifetime = new Lifetime();
			for (const [i, failure] of failures.entries()) lifetime.add(noting(notes, String(i), failure));
			let caught: unknown;
			try {
				lifetime.dispose();
			} catch (failure) {
				caught = failure;
			}
			assert.deepEqual(caught, thrown);
			assert.deepEqual(notes, ['2', '1', '0']);
			lifetime.dispose();
		}
	});

	it('ends its children, but keeps nothing of a child that has ended by itself', () => {
		const parent = new Lifetime();
		const early = parent.child();
		const late = parent.child();
		assert.equal(parent.size, 2);
		early.dispose();
		assert.equal(parent.size, 1);
		assert.deepEqual([parent.ended, late.ended], [false, false]);
		parent.dispose();
		assert.equal(late.ended, true);
	});

	it('aborts its signal when it ends, before anything is disposed, whenever the signal was asked for', () => {
		const lifetime = new Lifetime();
		const { signal } = lifetime;
		assert.equal(signal, lifetime.signal);
		assert.equal(signal.aborted, false);
		let abortedFirst = false;
		lifetime.add({ dispose: () => (abortedFirst = signal.aborted) });
		lifetime.dispose();
		assert.equal(abortedFirst, true);

		const unasked = new Lifetime();
		unasked.dispose();
		assert.equal(unasked.signal.aborted, true);
	});

	it('forgets a timeout that has fired, was cancelled, or threw', () => {
		const lifetime = new Lifetime();
		let fired = 0;
		lifetime.timeout(() => fired++, 10);
		lifetime.timeout(() => fired++, 20).dispose();
		assert.equal(lifetime.size, 1);
		mock.timers.tick(30);
		assert.equal(fired, 1);
		assert.equal(lifetime.size, 0);

		lifetime.timeout(() => assert.fail('thrown'), 10);
		assert.throws(() => mock.timers.tick(10), /thrown/);
		assert.equal(lifetime.size, 0);
	});

	it('repeats an interval until it is cancelled, and then forgets it', () => {
		const lifetime = new Lifetime();
		let fired = 0;
		const interval = lifetime.interval(() => fired++, 10);
		mock.timers.tick(35);
		assert.equal(fired, 3);
		assert.equal(lifetime.size, 1);
		interval.dispose();
		mock.timers.tick(35);
		assert.equal(fired, 3);
		assert.equal(lifetime.size, 0);
	});

	it('lets no timer fire after its end, nor one that is set after it', () => {
		const lifetime = new Lifetime();
		const late = () => assert.fail('fired');
		lifetime.timeout(late, 10);
		lifetime.interval(late, 10);
		lifetime.dispose();
		lifetime.timeout(late, 10);
		lifetime.interval(late, 10);
		mock.timers.tick(100);
		assert.equal(lifetime.size, 0);
	});

	it('waits a year when it is told to wait a year, though the platform counts to 25 days only', () => {
		const lifetime = new Lifetime();
		let fired = 0;
		lifetime.timeout(() => fired++, year);
		lifetime.timeout(() => assert.fail('was cancelled'), year).dispose();
		const cancelled = lifetime.timeout(() => assert.fail('was cancelled'), year);
		for (let left = year - 1; left > 0; left -= longest) {
			mock.timers.tick(Math.min(left, longest));
			if (left < year / 2) cancelled.dispose();
		}
		assert.equal(fired, 0);
		mock.timers.tick(1);
		assert.equal(fired, 1);
	});
});
