import assert from 'node:assert/strict';
import { signedOut } from '../../../../src/patches/model/signed-out.ts';

it('A command on something whose account is signed out says what to do', () => {
	const { kind, message } = signedOut('patchset');
	assert.equal(kind, 'signed-out');
	assert.equal(message, 'The account for this patchset is signed out. Sign in and try again.');
});
