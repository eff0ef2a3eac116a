import assert from 'node:assert/strict';
import { duration, serverName } from '../../../../../src/inbox/model/live-words/resource-words.ts';

describe('The time between two polls', () => {
	for (const [ms, words] of [
		[0, '5 seconds'],
		[12_000, '10 seconds'],
		[57_600, 'minute'],
		[60_000, 'minute'],
		[125_000, '2 minutes'],
	] as const)
		it(`of ${ms} ms is "${words}"`, () => {
			assert.equal(duration(ms), words);
		});
});

describe('A server', () => {
	it('is named by its host, or as it is if it has none', () => {
		assert.deepEqual(['https://lists.example.org:8080/x', 'lists'].map(serverName), [
			'lists.example.org:8080',
			'lists',
		]);
	});
});
