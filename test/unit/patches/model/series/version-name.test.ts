import assert from 'node:assert/strict';
import { spokenVersion, versionName } from '../../../../../src/patches/model/series/version-name.ts';

describe('The name of a version', () => {
	const plain = { version: 2, isRfc: false, isResend: false };

	it('says what is special about it', () => {
		assert.equal(versionName(plain), 'v2');
		assert.equal(versionName({ ...plain, isRfc: true, isResend: true }), 'v2 RFC resend');
	});

	it('is in words for screen readers', () => {
		assert.equal(spokenVersion(plain), 'version 2');
		assert.equal(
			spokenVersion({ ...plain, isRfc: true, isResend: true }),
			'version 2, request for comments, sent again',
		);
	});
});
