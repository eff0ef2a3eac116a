import assert from 'node:assert/strict';
import { signedOut } from '../../../../src/platform/state/signed-out.ts';

it('A command on something whose account is signed out says what to do', () => {
	const { kind, message } = signedOut('lamp');
	assert.equal(kind, 'signed-out');
	assert.equal(message, 'The account for this lamp is signed out. Sign in and try again.');
});
