import assert from 'node:assert/strict';
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
	return { followed, own, events, answer: () => answer.resolve() };
}

describe('The accounts whose items a view shows', () => {
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
