import assert from 'node:assert/strict';
import { isAbort } from '../../../src/base/abort.ts';
import { latestOnly } from '../../../src/base/latest-only.ts';

function search(until?: AbortSignal) {
	const signals: AbortSignal[] = [];
	const settlers = new Map<string, PromiseWithResolvers<string>>();
	const find = latestOnly((signal, query: string) => {
		signals.push(signal);
		const settler = Promise.withResolvers<string>();
		settlers.set(query, settler);
		return settler.promise;
	}, until);
	return { find, signals, settlers };
}

describe('the newest of several calls', () => {
	it('is the only one that gets a result, in whatever order the results arrive', async () => {
		const { find, settlers } = search();
		const older = find('a');
		const newer = find('ab');
		settlers.get('ab')?.resolve('found ab');
		settlers.get('a')?.resolve('found a');
		await assert.rejects(older, isAbort);
		assert.equal(await newer, 'found ab');
	});

	it('aborts the previous call at once and ignores its result', async () => {
		const { find, signals, settlers } = search();
		const older = find('a');
		const newer = find('ab');
		assert.deepEqual(
			signals.map((signal) => signal.aborted),
			[true, false],
		);
		await assert.rejects(older, isAbort);
		settlers.get('a')?.reject(new Error('too late to matter'));
		settlers.get('ab')?.resolve('found ab');
		assert.equal(await newer, 'found ab');
	});

	it('does not abort a call that has already finished', async () => {
		const { find, signals, settlers } = search();
		const first = find('a');
		settlers.get('a')?.resolve('found a');
		assert.equal(await first, 'found a');
		void find('b');
		assert.equal(signals[0]?.aborted, false);
	});

	it('fails as its work fails, even if the work throws synchronously', async () => {
		const find = latestOnly((_signal, how: string) => {
			if (how === 'throws') throw new Error(how);
			return Promise.reject(new Error(how));
		});
		for (const how of ['throws', 'rejects']) await assert.rejects(find(how), { message: how });
	});

	it('ends with the given signal, and no call starts afterwards', async () => {
		const controller = new AbortController();
		const { find, signals } = search(controller.signal);
		const running = find('a');
		controller.abort('panel closed');
		await assert.rejects(running, (reason) => reason === 'panel closed');
		assert.equal(signals[0]?.aborted, true);
		await assert.rejects(find('b'), (reason) => reason === 'panel closed');
		assert.equal(signals.length, 1);
	});
});
