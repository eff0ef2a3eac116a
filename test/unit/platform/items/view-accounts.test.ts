import assert from 'node:assert/strict';
import { ViewAccounts } from '../../../../src/platform/items/view-accounts.ts';
import { passTurns } from '../../../kit/window/editor.ts';

function open(value: unknown) {
	const answer = Promise.withResolvers<void>();
	const own = {
		...{ value, asOf: undefined, lastError: undefined, requests: 0 },
		refresh: () => {
			own.requests += 1;
			return answer.promise;
		},
	};
	const events: string[] = [];
	const followed = new ViewAccounts<string>(
		() => [own],
		(account, lifetime) => {
			events.push(`listens to ${account}`);
			lifetime.add({ dispose: () => events.push(`ends ${account}`) });
		},
	);
	return { followed, own, events, answer: () => answer.resolve() };
}

describe('The accounts whose items a view shows', () => {
	it('are asked for once, and listened to once', async () => {
		const { followed, own, events } = open([]);
		await followed.follow('ana');
		await followed.follow('ana');
		assert.deepEqual([own.requests, events], [1, ['listens to ana']]);
	});

	it('are waited for by each caller if nothing is known', async () => {
		const { followed, answer } = open(undefined);
		const done: number[] = [];
		const calls = [1, 2].map((nth) => followed.follow('ana').then(() => done.push(nth)));
		await passTurns();
		assert.deepEqual(done, []);
		answer();
		await Promise.all(calls);
		assert.deepEqual(done, [1, 2]);
	});

	it('are listened to after the first answer if nothing is known, unless they are gone by then', async () => {
		const { followed, events, answer } = open(undefined);
		const calls = [followed.follow('ana'), followed.follow('bob')];
		followed.keepOnly(new Set(['ana']));
		await passTurns();
		assert.deepEqual(events, []);
		answer();
		await Promise.all(calls);
		assert.deepEqual(events, ['listens to ana']);
	});

	it('are forgotten when they are gone, and followed anew when they are back', async () => {
		const { followed, own, events } = open([]);
		await followed.follow('ana');
		await followed.follow('bob');
		followed.keepOnly(new Set(['bob']));
		await followed.follow('ana');
		followed.dispose();
		assert.deepEqual(events, [
			...['listens to ana', 'listens to bob', 'ends ana', 'listens to ana'],
			...['ends ana', 'ends bob'],
		]);
		assert.equal(own.requests, 3);
	});
});
