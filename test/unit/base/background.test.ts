import assert from 'node:assert/strict';
import { background, reportBackgroundFailures } from '../../../src/base/background.ts';
import { settle } from '../../kit/window/clock.ts';

describe('A background task', () => {
	const reported: unknown[] = [];
	before(() => reportBackgroundFailures((failure) => reported.push(failure)));
	beforeEach(() => reported.splice(0));
	after(() =>
		reportBackgroundFailures((failure) => {
			throw failure;
		}),
	);

	it('is reported when it fails', async () => {
		const failure = new Error('no room');
		background(Promise.reject(failure));
		background(Promise.resolve('done'));
		background(undefined);
		await settle();
		assert.deepEqual(reported, [failure]);
	});

	it('is not reported as a failure when it was cancelled', async () => {
		background(Promise.reject(AbortSignal.abort().reason));
		await settle();
		assert.deepEqual(reported, []);
	});
});
