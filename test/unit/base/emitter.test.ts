import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Disposable } from '../../../src/base/disposable.ts';
import { Emitter, type Event } from '../../../src/base/emitter.ts';

describe('an emitter', () => {
	it("has an event type that is interchangeable with VS Code's", () => {
		const editors: vscode.Event<number> = new Emitter<number>().event;
		const ours: Event<number> = editors;
		assert.equal(typeof ours, 'function');
	});

	it('passes each value to each listener until that listener is disposed', () => {
		const emitter = new Emitter<number | undefined>();
		const received: unknown[] = [];
		assert.equal(emitter.hasListeners, false);
		const first = emitter.event((value) => received.push(['first', value]));
		const second = emitter.event((value) => received.push(['second', value]));
		emitter.fire(1);
		first.dispose();
		assert.equal(emitter.hasListeners, true);
		emitter.fire(undefined);
		second.dispose();
		second.dispose();
		emitter.fire(3);
		assert.deepEqual(received, [
			['first', 1],
			['second', 1],
			['second', undefined],
		]);
		assert.equal(emitter.hasListeners, false);
	});

	it('treats one function that subscribes twice as two listeners', () => {
		const emitter = new Emitter<number>();
		let received = 0;
		const listener = () => received++;
		emitter.event(listener);
		emitter.event(listener).dispose();
		emitter.fire(1);
		assert.equal(received, 1);
	});

	it("supports VS Code's optional arguments: `this`, and a list that receives the subscription", () => {
		const emitter = new Emitter<string>();
		const counter = { heard: '' };
		const disposables: Disposable[] = [];
		function listener(this: typeof counter, value: string) {
			this.heard += value;
		}
		emitter.event(listener, counter, disposables);
		emitter.fire('a');
		assert.equal(disposables.length, 1);
		for (const each of disposables) each.dispose();
		emitter.fire('b');
		assert.equal(counter.heard, 'a');
	});

	it('calls the other listeners and the error handler when a listener throws', () => {
		const failures: unknown[] = [];
		const failure = new Error('listener');
		const emitter = new Emitter<number>((each) => failures.push(each));
		const received: number[] = [];
		emitter.event(() => {
			throw failure;
		});
		emitter.event((value) => received.push(value));
		emitter.fire(1);
		emitter.fire(2);
		assert.deepEqual(received, [1, 2]);
		assert.deepEqual(failures, [failure, failure]);
	});

	for (const [from, emitter] of [
		['a listener', new Emitter<Error>()],
		[
			'its error handler',
			new Emitter<Error>((failure) => {
				throw failure;
			}),
		],
	] as const)
		it(`turns an unhandled error of ${from} into an uncaught exception`, async () => {
			const bug = new Error(`a bug in ${from}`);
			emitter.event((value) => {
				throw value;
			});
			let received = false;
			emitter.event(() => {
				received = true;
			});
			assert.equal(await uncaught(() => emitter.fire(bug)), bug);
			assert.equal(received, true);
		});

	it('passes only later values to a listener added while it fires, and none to a listener removed meanwhile', () => {
		const emitter = new Emitter<number>();
		const received: string[] = [];
		emitter.event((value) => {
			received.push(`first ${value}`);
			leaving.dispose();
			if (value === 1) emitter.event((later) => received.push(`new ${later}`));
		});
		const leaving = emitter.event((value) => received.push(`leaving ${value}`));
		emitter.event((value) => received.push(`last ${value}`));
		emitter.fire(1);
		assert.deepEqual(received, ['first 1', 'last 1']);
		emitter.fire(2);
		assert.deepEqual(received.slice(2), ['first 2', 'last 2', 'new 2']);
	});

	it('passes values to all listeners in the same order, even those fired by a listener', () => {
		const emitter = new Emitter<number>();
		const received: string[] = [];
		emitter.event((value) => {
			if (value < 3) emitter.fire(value + 1);
			received.push(`first ${value}`);
		});
		emitter.event((value) => received.push(`last ${value}`));
		emitter.fire(1);
		assert.deepEqual(received, ['first 1', 'last 1', 'first 2', 'last 2', 'first 3', 'last 3']);
	});

	it('fires nothing and accepts no listeners once disposed, even if disposed while it fires', () => {
		const emitter = new Emitter<number>();
		const received: string[] = [];
		emitter.event((value) => {
			received.push(`first ${value}`);
			emitter.fire(2);
			emitter.dispose();
			emitter.fire(3);
		});
		emitter.event((value) => received.push(`last ${value}`));
		emitter.fire(1);
		emitter.event((value) => received.push(`new ${value}`));
		emitter.fire(4);
		assert.deepEqual(received, ['first 1']);
		assert.equal(emitter.hasListeners, false);
	});
});

/** Returns the uncaught exception that `act` causes. Removes Mocha's own listeners in the meantime. */
async function uncaught(act: () => void): Promise<unknown> {
	const mochaListeners = process.listeners('uncaughtException');
	process.removeAllListeners('uncaughtException');
	try {
		return await new Promise((resolve) => {
			process.once('uncaughtException', resolve);
			act();
		});
	} finally {
		process.removeAllListeners('uncaughtException');
		for (const listener of mochaListeners) process.on('uncaughtException', listener);
	}
}
