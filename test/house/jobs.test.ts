import assert from 'node:assert/strict';
import { productSources } from './sources.ts';

/** What lets work wait, and why it is no job of `src/base/jobs.ts`. */
const others: Readonly<Record<string, string>> = {
	FailurePauses: 'what has failed and is not asked for again',
	Retrier: 'what is asked for again while the user looks',
	Turns: 'each piece of work runs, in the order of the calls',
	RequestQueue: 'the slots of a host, whose number follows its answers',
	Queues: 'the slots of all hosts',
	ResultQueue: 'the answers of a browser, which wait for who asks for them',
	ReadQueue: 'what hints of deliveries lead to which jobs',
	PollSchedule: 'which resource is due; runs nothing',
	Retries: 'when an account of an outbox is due again; runs nothing',
	SendLoops: 'what is due of a queue that all windows share',
};

describe('Work that waits for its turn, a pause or a retry', () => {
	it('is a job, or has a reason not to be', () => {
		const named = /\bclass (\w*(?:Queues?|Jobs|Retr(?:y|ier|ies)|Turns|Pauses|Schedule|Loops))\b/g;
		const found = productSources()
			.filter(({ path }) => !/^(?:media|src\/sandbox)\//.test(path))
			.flatMap(({ path, text }) => [...text.matchAll(named)].map(([, name = '']) => ({ path, name })));
		const unknown = found.filter(({ name }) => name !== 'Jobs' && !(name in others));
		assert.deepEqual(unknown, [], 'Use Jobs of src/base/jobs.ts, or say here what it cannot do.');
		const gone = Object.keys(others).filter((name) => !found.some((one) => one.name === name));
		assert.deepEqual(gone, [], 'These are gone, so remove them here.');
	});
});
