import assert from 'node:assert/strict';
import { ForgeError, isFinal } from '../../../../src/forge/contract/errors.ts';

describe('A failure', () => {
	for (const [what, error, final] of [
		['without a permission', new ForgeError('forbidden', ''), true],
		['of something that is gone', new ForgeError('missing', ''), true],
		['that the forge refuses', new ForgeError('refused', ''), true],
		['that another token could avoid', new ForgeError('forbidden', '', { scopes: ['tickets:read'] }), false],
		['after the session has ended', new ForgeError('signed-out', ''), false],
		['without a network', new ForgeError('offline', ''), false],
		['of a proxy that sends a page', new ForgeError('surprise', '', { status: 200 }), false],
	] as const)
		it(`${what} is ${final ? '' : 'not '}final`, () => assert.equal(isFinal(error), final));
});
