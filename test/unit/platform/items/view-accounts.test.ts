import assert from 'node:assert/strict';
import { reportBackgroundFailures } from '../../../../src/base/background.ts';
import { ViewAccounts } from '../../../../src/platform/items/view-accounts.ts';

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
	return { followed, own, events, answer: answer.resolve, fail: answer.reject };
}

describe('The accounts whose items a view shows', () => {
	it('are listened to after the first answer if nothing is known, unless they are gone by then', async () => {
		const { followed, events, answer } = open(undefined);
		const calls = [followed.follow('ana'), followed.follow('bob')];
		followed.keepOnly(new Set(['ana']));
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

	it('are shown as they are known if they cannot be read for an unknown reason, which is reported', async () => {
		const reported: unknown[] = [];
		reportBackgroundFailures((failure) => reported.push(failure));
		try {
			const { followed, events, fail } = open([]);
			await followed.follow('ana');
			fail(new Error('Odd.'));
			await new Promise(setImmediate);
			assert.deepEqual([events, String(reported)], [['listens to ana'], 'Error: Odd.']);
		} finally {
			reportBackgroundFailures((failure) => {
				throw failure;
			});
		}
	});
});
