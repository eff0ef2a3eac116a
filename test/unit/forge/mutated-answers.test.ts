import assert from 'node:assert/strict';
import { bounds } from '../../../src/forge/contract/bounds.ts';
import { callWithMutations } from '../../kit/answers/mutated-answers.ts';
import { type RecordedCall, recordCalls } from '../../kit/answers/recorded-calls.ts';
import { Random } from '../../kit/mails/random.ts';

describe('A call to a forge whose answers are changed at random', () => {
	let calls: readonly RecordedCall[];
	before(async function () {
		this.timeout(60_000);
		calls = await recordCalls();
	});

	// `npm run soak -- answers` makes 20,000.
	it('ends with a value or a ForgeError, in both dialects, after a bounded number of requests', async () => {
		const ends = new Map<string, number>();
		for (let seed = 0; seed < 150; seed++) {
			const { outcome, requests, what } = await callWithMutations(calls, new Random(seed));
			assert.ok(requests <= bounds.callRequests, what);
			ends.set(outcome, (ends.get(outcome) ?? 0) + 1);
		}
		assert.ok((ends.get('value') ?? 0) > 30 && (ends.get('error') ?? 0) > 30, JSON.stringify([...ends]));
	}).timeout(60_000);
});
