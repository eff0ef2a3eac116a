import assert from 'node:assert/strict';
import {
	hasWord,
	isMarkedAsResend,
	projectOf,
} from '../../../../../../src/patches/model/series/mails/prefix.ts';

describe('The prefix of a patch', () => {
	for (const [prefix, project] of [
		['', ''],
		['editor', 'editor'],
		['RFC editor', 'editor'],
		['RESEND drm/i915 xe', 'drm/i915 xe'],
		['GIT PULL', ''],
	] as const) {
		it(`"${prefix}" names the project "${project}"`, () => assert.equal(projectOf(prefix), project));
	}

	it('has words in any case', () => {
		assert.ok(hasWord('net Resend', 'resend'));
		assert.ok(isMarkedAsResend('net REPOST'));
		assert.ok(!isMarkedAsResend('resender'));
	});
});
