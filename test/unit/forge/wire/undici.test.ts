import assert from 'node:assert/strict';
import { Agent } from '../../../../src/forge/wire/undici.ts';

describe('The part of undici that the project uses', () => {
	it('makes agents', async () => {
		const agent = new Agent({ connections: 1 });
		assert.equal(typeof agent.dispatch, 'function');
		await agent.close();
	});
});
