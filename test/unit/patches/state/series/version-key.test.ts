import assert from 'node:assert/strict';
import { versionKey } from '../../../../../src/patches/state/series/version-key.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

describe('The page of a version', () => {
	const { version } = readingOf([
		sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c') }),
	]);

	it('has the key of its newest patchset or, if it has none, of its first mail', () => {
		assert.ok(version);
		assert.deepEqual(versionKey(list, version), { ...list, mail: 1 });
		assert.deepEqual(versionKey(list, { ...version, patchsets: [7, 9, 8] }), { ...list, patchset: 9 });
	});
});
