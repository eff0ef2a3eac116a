import assert from 'node:assert/strict';
import { endedAccountOf, whyEnded } from '../../../../src/platform/state/session-ending.ts';

describe('A session that has ended', () => {
	const session = { id: 'ana', instance: 'forge.test', account: '~ana' };

	it('names its account, unless that is unknown', () => {
		const owner = { account: '~ana', instance: 'forge.test' };
		assert.deepEqual(endedAccountOf({ ...session, ending: 'refused' }), owner);
		assert.deepEqual(
			[endedAccountOf({ id: 'x', ending: 'damaged' }), endedAccountOf(undefined)],
			[undefined, undefined],
		);
	});

	it('says that the forge no longer accepts the token, or that it could not be read', () => {
		assert.match(whyEnded({ ...session, ending: 'refused' }), /^forge\.test no longer accepts its token/);
		const upgraded = 'forge.test was upgraded and no longer accepts this token.';
		assert.equal(whyEnded({ ...session, ending: 'outdated' }), upgraded);
		assert.equal(whyEnded({ ...session, ending: 'unreadable' }), 'The stored sign-in could not be read.');
		assert.equal(whyEnded({ id: 'x', ending: 'damaged' }), 'The stored sign-in could not be read.');
		assert.equal(whyEnded({ ...session, ending: 'elsewhere' }), '');
	});
});
