import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { Disposable } from '../../../src/base/disposable.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { stopTheClock } from '../../kit/window/clock.ts';

function recordsDisposal(notes: string[], name: string, failure?: Error): Disposable {
	return {
		dispose() {
			notes.push(name);
			if (failure) throw failure;
		},
	};
}

describe('a lifetime', () => {
	stopTheClock();

	it("is interchangeable with VS Code's Disposable", () => {
		const editors: vscode.Disposable = new Lifetime();
		const ours: Disposable = editors;
		assert.equal(new Lifetime().add(ours), editors);
	});

	it('disposes its contents once, the latest first', () => {
		const notes: string[] = [];
		const lifetime = new Lifetime();
		for (const name of ['a', 'b', 'c']) lifetime.add(recordsDisposal(notes, name));
		lifetime.dispose();
		lifetime.dispose();
		assert.deepEqual(notes, ['c', 'b', 'a']);
		assert.equal(lifetime.ended, true);
		assert.equal(lifetime.size, 0);
	});

	it('disposes at once whatever is added after its end', () => {
		const notes: string[] = [];
		const lifetime = new Lifetime();
		lifetime.dispose();
		lifetime.add(recordsDisposal(notes, 'late'));
		assert.deepEqual(notes, ['late']);
		assert.equal(lifetime.size, 0);
		assert.equal(lifetime.child().ended, true);
	});

	it('disposes at once whatever is added while it is ending', () => {
		const notes: string[] = [];
		const lifetime = new Lifetime();
		lifetime.add({ dispose: () => lifetime.add(recordsDisposal(notes, 'late')) });
		lifetime.dispose();
		assert.deepEqual(notes, ['late']);
	});

	it('disposes everything even if some of it throws, and then throws those errors', () => {
		const one = new Error('one');
		const two = new Error('two');
		const cases: [failures: (Error | undefined)[], thrown: unknown][] = [
			[[undefined, one, undefined], one],
			[[two, undefined, one], new AggregateError([one, two], 'Several disposables failed')],
		];
		for (const [failures, thrown] of cases) {
			const notes: string[] = [];
			const lifetime = new Lifetime();
			for (const [i, failure] of failures.entries()) lifetime.add(recordsDisposal(notes, String(i), failure));
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

	it('disposes its children, but forgets a child that ended earlier', () => {
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

	it('aborts its signal before it disposes anything, whenever the signal was first used', () => {
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

	it('fires no timer after its end, not even one that is set afterwards', () => {
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
});
