import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { unlessRefused } from '../../../../src/platform/state/unless-refused.ts';

describe('A request for several parts at once', () => {
	it('has no answer if the forge refuses it, so that the parts are read by themselves', async () => {
		assert.equal(await unlessRefused(Promise.resolve(7)), 7);
		for (const kind of ['refused', 'surprise', 'timeout', 'missing'] as const)
			assert.equal(await unlessRefused(Promise.reject(new ForgeError(kind, 'No.'))), undefined);
	});

	it('fails if the parts would fail, too', async () => {
		for (const kind of ['signed-out', 'busy', 'offline'] as const)
			await assert.rejects(unlessRefused(Promise.reject(new ForgeError(kind, 'No.'))), { kind });
		await assert.rejects(unlessRefused(Promise.reject(new TypeError('No.'))), TypeError);
	});
});
